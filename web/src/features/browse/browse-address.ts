import { browseCreators } from '#shared/api/browse.ts';
import type { Input, Output } from '#shared/api/operation.ts';
import { type Cents, fromDollars } from '#shared/money.ts';
import { categoryOf, isSubCategoryOf } from '#shared/rules/profiles/categories.ts';
import { isSearchable, searchedText } from '#shared/rules/search/search.ts';
import { pagedQuery } from '../../api/queries.ts';
import type { Address } from '../../api/screen-loader.ts';
import { foundAnswersQuery } from '../public-answers/found-answers-query.ts';

/* The category and the filters of browsing, which the address contains. docs/product/discovery.md#filters */

/** A person of a list. */
export type Creator = Output<typeof browseCreators>['data'][number];
/** What a list is filtered by. */
export type Asked = Omit<Input<typeof browseCreators>, 'searchText' | 'limit' | 'cursor'>;

/** The filters by their names in an address; each a text, empty if it is not set. */
export const FILTERS = ['sub', 'from', 'to', 'hours', 'odds', 'places'] as const;
export type FilterName = (typeof FILTERS)[number];

/** The choices of speed and odds, by the value in an address. */
export const SPEEDS = [
  { value: '', label: 'Any speed' },
  { value: '24', label: 'Within a day' },
  { value: '72', label: 'Within 3 days' },
  { value: '168', label: 'Within a week' },
];
export const ODDS = [
  { value: '', label: 'Any odds' },
  { value: '50', label: 'Half or more answered' },
  { value: '75', label: '3 of 4 answered' },
  { value: '90', label: '9 of 10 answered' },
];
/** The choices of price: the lowest and the highest one in an address. */
export const PRICES = [
  { value: '-', label: 'Any price' },
  { value: '-10', label: 'Up to $10' },
  { value: '10-25', label: '$10 to $25' },
  { value: '25-50', label: '$25 to $50' },
  { value: '50-', label: '$50 and more' },
];

const MONEY = /^\d{1,6}(\.\d{1,2})?$/;

/** The price that a text names; undefined for none. */
export const priceOf = (text: string | null): Cents | undefined =>
  text !== null && MONEY.test(text) ? fromDollars(Number(text)) : undefined;

const choiceOf = (options: typeof SPEEDS, value: string | null): number | undefined =>
  value && options.some((option) => option.value === value) ? Number(value) : undefined;

/** The filters in an address. Invalid ones are left out. */
export function askedIn(search: URLSearchParams): Asked {
  const categoryId = categoryOf(search.get('category'))?.id;
  const sub = search.get('sub');
  const parts = {
    categoryId,
    subCategoryId: sub !== null && isSubCategoryOf(sub, categoryId) ? sub : undefined,
    priceFrom: priceOf(search.get('from')),
    priceTo: priceOf(search.get('to')),
    hours: choiceOf(SPEEDS, search.get('hours')),
    odds: choiceOf(ODDS, search.get('odds')),
    places: search.get('places') === '1' ? true : undefined,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/** The search of an address with these parts changed; an empty one is left out. Another category has no sub-category yet. */
export function withParts(
  search: URLSearchParams,
  parts: Readonly<Partial<Record<FilterName | 'category' | 'q', string>>>,
): string {
  const changed = new URLSearchParams(search);
  if (parts.category !== undefined) changed.delete('sub');
  for (const [name, value] of Object.entries(parts)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed.toString();
}

/** How many filters an address has; the two ends of a price are one. */
export const filterCount = (search: URLSearchParams): number =>
  new Set(FILTERS.filter((name) => search.get(name)).map((name) => (name === 'to' ? 'from' : name)))
    .size;

/** The listed creators of an address, whom its text finds if it has one that can be searched for. */
export const creatorsQuery = (search: URLSearchParams) => {
  const searchText = searchedTextIn(search);
  return pagedQuery(browseCreators, {
    ...askedIn(search),
    ...(searchText !== undefined && { searchText }),
  });
};

/** The folded text of an address; undefined if it is too short to be searched for. */
export const searchedTextIn = (search: URLSearchParams): string | undefined =>
  normalizedSearchText(search.get('q') ?? '');

/** The normalized text to search for; undefined while it is too short. */
export function normalizedSearchText(typed: string): string | undefined {
  const text = searchedText(typed);
  return isSearchable(text) ? text : undefined;
}

/** The queries of browsing: the creators, and the public answers that a text finds. */
export const browseQueries = ({ search }: Pick<Address, 'search'>) => {
  const text = searchedTextIn(search);
  return {
    creators: creatorsQuery(search),
    ...(text !== undefined && { answers: foundAnswersQuery(text) }),
  };
};
