import * as z from 'zod/mini';
import { isOneField, peopleFilter, rowParts, searchText } from './creator-entities.ts';
import { MINUTE, operation, page } from './operation.ts';
import { paging } from './paging.ts';
import { foundUser } from './profile-entities.ts';

/* Search for people. docs/product/search.md */

/** The largest `skip`. Beyond it the cursor has to be used, which does not read the skipped matches. */
const SKIP_MAX = 10_000;

/**
 * Searches for people. `pageTotal` is exact up to 250 matching index entries at the start of words of names, 250 within them and
 * 250 in topics (mostly one per person, at times two). A first page reads no further, which costs 2 or 3 read units for each of the
 * three ranges with texts of ordinary length. Beyond that `pageTotal` is the number counted, and at least one more than was shown while
 * there are more, so that clients can continue by cursor or `skip`.
 */
export const searchUsers = operation({
  name: 'searchUsers',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.read', 'odds.read', 'search.read'],
  limits: [{ per: 'caller', max: 300, within: 5 * MINUTE, inMemory: true }],
  impact: 'People cannot find each other by name; a profile still opens by its address.',
  input: z
    .object({
      searchText,
      ...peopleFilter,
      ...paging,
      skip: paging.skip.check(
        z.refine(
          (count) => count === undefined || count <= SKIP_MAX,
          'Please use the cursor for further pages',
        ),
      ),
    })
    .check(isOneField),
  output: page(z.extend(foundUser, rowParts)),
});
