import type { LinkVisibility } from '#shared/rules/links/link-visibility.ts';
import type { Instant } from '#shared/time.ts';
import type { Condition } from '../conditions.ts';
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

/** The condition that the slot still holds this link, with the same address, visibility and verification. */
export const asRead = ({ id, url, verifiedAt, visibility }: Link): Condition<Link, 'CHANGED'> => ({
  when: { id, url, verifiedAt, visibility },
  otherwise: 'CHANGED',
});

/** A visibility as it is stored: an empty one is absent. */
export const storedVisibility = (
  visibility: LinkVisibility,
): { readonly visibility?: LinkVisibility } =>
  Object.keys(visibility).length === 0 ? {} : { visibility };
