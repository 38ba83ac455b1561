import * as z from 'zod/mini';
import { categoryOf, isSubCategoryOf } from '../rules/profiles/categories.ts';
import { isSearchable, searchedText } from '../rules/search/search.ts';
import { dollars, wholeNumber, yesOrNo } from '../wire.ts';
import { odds, pause } from './offer-entities.ts';

/* People in lists: what a row of browsing and of a search shows, and the filters of both. docs/product/discovery.md */

/** The parts of a person's row besides the name. */
export const rowParts = {
  categoryId: z.nullable(z.string()),
  categoryName: z.nullable(z.string()),
  subCategoryNames: z.array(z.string()),
  /** The beginning of the bio, as plain text. */
  about: z.string(),
  /** The sentence of the bio with the word that was searched for. Absent if the name was found, or only a field. */
  excerpt: z.optional(z.object({ before: z.string(), found: z.string(), after: z.string() })),
  /** The lowest price at which the person answers. */
  paidResponsePrice: dollars(),
  /** As on the profile: null if fewer than five messages ended in the last 90 days. */
  odds: z.nullable(odds),
  /** How many more paid messages the person takes now: of this month, and at once if there is a cap. */
  placesLeft: z.int(),
  /** The person takes no messages now, until they say so or until this time. Absent without a pause. */
  paused: z.optional(pause),
};

const NO_CATEGORY = 'Please choose a category of the list';
const NO_PRICE = 'Please enter a price like 5 or 7.50';
const ID_MAX = 20;

/** The filters of a list of people. */
export const peopleFilter = {
  /** Absent: people of all categories. */
  categoryId: z.optional(
    z.string().check(
      z.maxLength(ID_MAX, { error: NO_CATEGORY, abort: true }),
      z.refine((id) => categoryOf(id) !== undefined, NO_CATEGORY),
    ),
  ),
  subCategoryId: z.optional(z.string().check(z.maxLength(ID_MAX, NO_CATEGORY))),
  priceFrom: z.optional(dollars(NO_PRICE)),
  priceTo: z.optional(dollars(NO_PRICE)),
  /** Only those whose median answer came within so many hours. */
  hours: z.optional(
    wholeNumber('hours must be a whole number').check(z.minimum(1), z.maximum(240)),
  ),
  /** Only those who answered at least this percentage of their messages. */
  odds: z.optional(wholeNumber('odds must be a whole number').check(z.minimum(0), z.maximum(100))),
  /** Only those who take a message now. */
  places: z.optional(yesOrNo()),
};

const TOO_SHORT = 'Please enter at least 4 letters, or a complete word';

/** A text to search for: four letters, or a complete word. */
export const searchText = z.string(TOO_SHORT).check(
  z.maxLength(200, { error: 'Please enter at most 200 letters', abort: true }),
  z.refine((typed) => isSearchable(searchedText(typed)), TOO_SHORT),
);

type Fields = {
  readonly categoryId?: string | undefined;
  readonly subCategoryId?: string | undefined;
};

/** Refuses a sub-category that is not of the category. */
export const isOneField = z.refine<Fields>(
  ({ categoryId, subCategoryId }) =>
    subCategoryId === undefined || isSubCategoryOf(subCategoryId, categoryId),
  { path: ['subCategoryId'], message: 'Please choose a sub-category of the category' },
);
