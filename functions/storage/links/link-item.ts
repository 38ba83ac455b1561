import type { Instant } from '../../../shared/time.ts';
import type { Key } from '../keys.ts';

/** The stored form of a link. */
export type Link = Key & {
  readonly id: string;
  readonly seat: number;
  readonly name: string;
  /** An absolute URL, http or https. */
  readonly url: string;
  readonly order: string;
  /** When the linked page was last seen to link back (verified-links.ts); absent if it was not, or the address changed since. */
  readonly verifiedAt?: Instant;
};

export const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

/** The condition that the slot still holds this link, with the same address and the same verification. */
export const asRead = ({ id, url, verifiedAt }: Link) => ({
  when: `#id = :id AND #url = :read AND ${verifiedAt === undefined ? 'attribute_not_exists(#verifiedAt)' : '#verifiedAt = :verified'}`,
  values: { id, read: url, ...(verifiedAt !== undefined && { verified: verifiedAt }) },
  otherwise: 'CHANGED' as const,
});
