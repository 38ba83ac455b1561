import * as z from 'zod';
import { id } from '../ids.ts';
import { linkName, linkUrl } from '../rules/links/links.ts';
import { wholeNumber } from '../wire.ts';
import { A_MOMENT, all, HOUR, MINUTE, nothing, one, operation } from './operation.ts';

/* The links a person shows on their public profile. docs/product/links.md */

const link = z.object({
  id: z.string(),
  linkName: z.string(),
  linkUrl: z.string(),
  /** In the list, from 0. */
  position: z.int(),
});

const words = z.object({ linkName, linkUrl });

export const viewUserLinks = operation({
  name: 'viewUserLinks',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see or arrange their own links.',
  input: nothing,
  output: all(link),
});

export const viewUserLinksById = operation({
  name: 'viewUserLinksById',
  method: 'GET',
  who: 'anyone',
  // Whoever is signed in sees what they have just changed.
  knowsCaller: true,
  sharedSeconds: A_MOMENT,
  uses: ['accounts.read'],
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE }],
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
  limits: [{ per: 'caller', max: 200, within: HOUR }],
  impact: 'People cannot add a link to their profile.',
  input: words,
  output: one(link),
});

export const updateUserLink = operation({
  name: 'updateUserLink',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  limits: [{ per: 'caller', max: 200, within: HOUR }],
  impact: 'People cannot correct a link on their profile.',
  input: words.extend({ linkId: id() }),
  output: one(link),
});

export const deleteUserLink = operation({
  name: 'deleteUserLink',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 200, within: HOUR }],
  impact: 'A link that should be gone stays on the profile.',
  input: z.object({ linkId: id() }),
  output: nothing,
});

const PLACE = 'destinationIndex must be a whole number from 0';

export const updateUserLinkPosition = operation({
  name: 'updateUserLinkPosition',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  limits: [{ per: 'caller', max: 1_000, within: HOUR }],
  impact: 'People cannot put their links in another order; the list returns to what it was.',
  input: z.object({
    id: id(),
    /** How many other links stand before it then; beyond the end is the end. */
    destinationIndex: wholeNumber(PLACE).refine((index) => index >= 0, PLACE),
  }),
  output: nothing,
});
