import type { LinkVisibility } from '#shared/rules/links/link-visibility.ts';
import type { Instant } from '#shared/time.ts';
import type { Key } from '../keys.ts';

/** The stored form of a link. */
export type Link = Key & {
  readonly id: string;
  readonly slot: number;
  readonly name: string;
  /** An absolute URL, http or https. */
  readonly url: string;
  readonly order: string;
  /** When visitors see it; absent if always. The account has it too while the link is verified. */
  readonly visibility?: LinkVisibility;
  /** When the linked page was last seen to link back (verified-links.ts); absent if it was not, or the address changed since. */
  readonly verifiedAt?: Instant;
};

export const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

/** The condition that the slot still holds this link, with the same address, visibility and verification. */
export const asRead = ({ id, url, verifiedAt, visibility }: Link) => ({
  when: [
    '#id = :id AND #url = :read',
    verifiedAt === undefined ? 'attribute_not_exists(#verifiedAt)' : '#verifiedAt = :verified',
    visibility === undefined ? 'attribute_not_exists(#visibility)' : '#visibility = :seen',
  ].join(' AND '),
  values: {
    id,
    read: url,
    ...(verifiedAt !== undefined && { verified: verifiedAt }),
    ...(visibility !== undefined && { seen: visibility }),
  },
  otherwise: 'CHANGED' as const,
});

/** A visibility as it is stored: an empty one is absent. */
export const storedVisibility = (
  visibility: LinkVisibility,
): { readonly visibility?: LinkVisibility } =>
  Object.keys(visibility).length === 0 ? {} : { visibility };
