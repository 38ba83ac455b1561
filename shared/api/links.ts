import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { LINK_CHECKS } from '../rules/links/link-checks.ts';
import {
  isInOrder,
  optionalMoment,
  UNTIL_BEFORE_FROM,
  type VisibilityChange,
} from '../rules/links/link-visibility.ts';
import { linkName, linkUrl } from '../rules/links/links.ts';
import { moment, wholeNumber, yesOrNo } from '../wire.ts';
import { all, HOUR, MINUTE, nothing, one, operation, PUBLIC_CACHE_SECONDS } from './operation.ts';

/* Custom links on a public profile. docs/product/links.md */

const link = z.object({
  id: z.string(),
  linkName: z.string(),
  linkUrl: z.string(),
  /** The position in the list, from 0. */
  position: z.int(),
  /** When the linked page was last seen to link back; null if it was not in the last 90 days. */
  verifiedAt: z.nullable(moment),
});

/** A link as its owner sees it. */
const ownLink = z.extend(link, {
  /** Whether it is switched on; its times count only then. */
  isOn: z.boolean(),
  /** From and until when visitors see it; null for no limit. */
  visibleFrom: z.nullable(moment),
  visibleUntil: z.nullable(moment),
});

/** The fields of a link that its owner sets. Fields of the visibility that are left out stay unchanged. */
const words = {
  linkName,
  linkUrl,
  isOn: z.optional(yesOrNo()),
  visibleFrom: z.optional(optionalMoment),
  visibleUntil: z.optional(optionalMoment),
};

const inOrder = z.refine<VisibilityChange>(
  (times) => isInOrder(times.visibleFrom, times.visibleUntil),
  { error: UNTIL_BEFORE_FROM, path: ['visibleUntil'] },
);

export const viewUserLinks = operation({
  name: 'viewUserLinks',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see or arrange their own links.',
  input: nothing,
  output: all(ownLink),
});

export const viewUserLinksById = operation({
  name: 'viewUserLinksById',
  method: 'GET',
  who: 'anyone',
  // Not cached for signed-in callers, so that owners see their changes at once.
  knowsCaller: true,
  sharedSeconds: PUBLIC_CACHE_SECONDS,
  uses: ['accounts.read'],
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE, atEdge: true }],
  impact: 'Public profiles show an error in place of their links.',
  input: z.object({ userId: id() }),
  output: all(link),
});

export const createUserLink = operation({
  name: 'createUserLink',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 200, within: HOUR, inMemory: true }],
  impact: 'People cannot add a link to their profile.',
  input: z.object(words).check(inOrder),
  output: one(ownLink),
});

export const updateUserLink = operation({
  name: 'updateUserLink',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  limits: [{ per: 'caller', max: 200, within: HOUR, inMemory: true }],
  impact: 'People cannot correct a link on their profile.',
  input: z.object({ ...words, linkId: id() }).check(inOrder),
  output: one(ownLink),
});

export const deleteUserLink = operation({
  name: 'deleteUserLink',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 200, within: HOUR, inMemory: true }],
  impact: 'People cannot delete a link from their profile.',
  input: z.object({ linkId: id() }),
  output: nothing,
});

export const verifyLink = operation({
  name: 'verifyLink',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'web.fetch'],
  idempotent: 'byNature',
  // Each call makes the server ask a site of the caller's choice.
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  impact: 'People cannot verify the links on their profile; the links work.',
  input: z.object({ linkId: id() }),
  output: one(z.extend(ownLink, { check: z.enum(LINK_CHECKS) })),
});

const PLACE = 'destinationIndex must be a whole number from 0';

export const updateUserLinkPosition = operation({
  name: 'updateUserLinkPosition',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  limits: [{ per: 'caller', max: 1_000, within: HOUR, inMemory: true }],
  impact: 'People cannot reorder their links; the list returns to the previous order.',
  input: z.object({
    id: id(),
    /** The number of links before it afterwards; a larger number moves it to the end. */
    destinationIndex: wholeNumber(PLACE).check(z.refine((index) => index >= 0, PLACE)),
  }),
  output: nothing,
});
