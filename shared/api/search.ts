import * as z from 'zod';
import { isSearchable, searchedText } from '../rules/search/search.ts';
import { foundUser } from './entities.ts';
import { MINUTE, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/* Finding people. docs/product/search.md */

const TOO_SHORT = 'Please enter at least 4 letters';
/** Who pages this far by `skip` is better served by the cursor, which does not read what it passes. */
const SKIPPED_AT_MOST = 10_000;

/**
 * `pageTotal` is exact up to 250 matching entries at the start of words and 250 within them (mostly one a person, at
 * times two); a first page reads no further, which is 2 read units a stretch with names of ordinary length. Beyond that it
 * is what was counted, and always at least one more than was shown while there is more: cursor and `skip` both lead on.
 */
export const searchUsers = operation({
  name: 'searchUsers',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.read', 'search.read'],
  limits: [{ per: 'caller', max: 300, within: 5 * MINUTE }],
  impact: 'People cannot find each other by name; a profile still opens by its address.',
  input: z.object({
    searchText: z
      .string(TOO_SHORT)
      .max(200, { error: 'Please enter at most 200 letters', abort: true })
      .refine((typed) => isSearchable(searchedText(typed)), TOO_SHORT),
    ...paging,
    skip: paging.skip.refine(
      (count) => count === undefined || count <= SKIPPED_AT_MOST,
      'Please go on by the cursor',
    ),
  }),
  output: page(foundUser),
});
