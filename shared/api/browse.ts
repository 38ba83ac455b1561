import * as z from 'zod/mini';
import { categoryOf, isSubCategoryOf } from '../rules/profiles/categories.ts';
import { dollars, wholeNumber, yesOrNo } from '../wire.ts';
import { odds, pause } from './offer-entities.ts';
import { MINUTE, operation, PUBLIC_CACHE_SECONDS, page } from './operation.ts';
import { PAGE_SIZE, paging } from './paging.ts';

/* Browsing creators. docs/product/discovery.md */

const NO_CATEGORY = 'Please choose a category of the list';
const ID_MAX = 20;

/** A creator in a list of browsing. */
const creator = z.object({
  id: z.string(),
  username: z.string(),
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  trusted: z.boolean(),
  categoryName: z.nullable(z.string()),
  subCategoryNames: z.array(z.string()),
  /** The lowest price at which the creator answers. */
  paidResponsePrice: dollars(),
  /** As on the profile: null if fewer than five messages ended in the last 90 days. */
  odds: z.nullable(odds),
  /** How many more paid messages the creator takes now: of this month, and at once if there is a cap. */
  placesLeft: z.int(),
  /** The creator takes no messages now, until they say so or until this time. Absent without a pause. */
  paused: z.optional(pause),
});

export const browseCreators = operation({
  name: 'browseCreators',
  method: 'GET',
  who: 'anyone',
  sharedSeconds: PUBLIC_CACHE_SECONDS,
  uses: ['accounts.read', 'odds.read', 'browse.read'],
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE, atEdge: true }],
  impact: 'Nobody can browse creators; search by name and profiles work.',
  input: z
    .object({
      /** Absent: creators of all categories. */
      categoryId: z.optional(
        z.string().check(
          z.maxLength(ID_MAX, { error: NO_CATEGORY, abort: true }),
          z.refine((id) => categoryOf(id) !== undefined, NO_CATEGORY),
        ),
      ),
      subCategoryId: z.optional(z.string().check(z.maxLength(ID_MAX, NO_CATEGORY))),
      priceFrom: z.optional(dollars('Please enter a price like 5 or 7.50')),
      priceTo: z.optional(dollars('Please enter a price like 5 or 7.50')),
      /** Only those whose median answer came within so many hours. */
      hours: z.optional(
        wholeNumber('hours must be a whole number').check(z.minimum(1), z.maximum(240)),
      ),
      /** Only those who answered at least this percentage of their messages. */
      odds: z.optional(
        wholeNumber('odds must be a whole number').check(z.minimum(0), z.maximum(100)),
      ),
      /** Only those who take a message now. */
      places: z.optional(yesOrNo()),
      limit: z.optional(
        wholeNumber('limit must be a whole number').check(z.minimum(1), z.maximum(PAGE_SIZE)),
      ),
      cursor: paging.cursor,
    })
    .check(
      z.refine(
        ({ categoryId, subCategoryId }) =>
          subCategoryId === undefined || isSubCategoryOf(subCategoryId, categoryId),
        { path: ['subCategoryId'], message: 'Please choose a sub-category of the category' },
      ),
    ),
  /** `pageTotal`: the number shown on this page, and one more if there is a next page, because a list is not counted. */
  output: page(creator),
});
