import * as z from 'zod/mini';
import { wholeNumber } from '../wire.ts';
import { isOneField, peopleFilter, rowParts, searchText } from './creator-entities.ts';
import { MINUTE, operation, PUBLIC_CACHE_SECONDS, page } from './operation.ts';
import { PAGE_SIZE, paging } from './paging.ts';

/* Browsing creators. docs/product/discovery.md */

/** A creator in a list of browsing. */
const creator = z.object({
  id: z.string(),
  username: z.string(),
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  trusted: z.boolean(),
  ...rowParts,
});

export const browseCreators = operation({
  name: 'browseCreators',
  method: 'GET',
  who: 'anyone',
  sharedSeconds: PUBLIC_CACHE_SECONDS,
  uses: ['accounts.read', 'odds.read', 'browse.read', 'search.read'],
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE, atEdge: true }],
  impact: 'No one can browse creators; the search of people who are signed in and profiles work.',
  input: z
    .object({
      ...peopleFilter,
      /** Only those whose name, field or bio has this text, in the order of a search. Absent: all of the list. */
      searchText: z.optional(searchText),
      limit: z.optional(
        wholeNumber('limit must be a whole number').check(z.minimum(1), z.maximum(PAGE_SIZE)),
      ),
      cursor: paging.cursor,
    })
    .check(isOneField),
  /** `pageTotal`: the number shown on this page, and one more if there is a next page, because a list is not counted. */
  output: page(creator),
});
