import { browseCreators } from '../../../../../shared/api/browse.ts';
import type { Input } from '../../../../../shared/api/operation.ts';
import { type Cents, fromDollars } from '../../../../../shared/money.ts';
import { categoryOf, isSubCategoryOf } from '../../../../../shared/rules/profiles/categories.ts';
import { pagedQuery } from '../../../api/queries.ts';
import type { Address } from '../../../api/screen-loader.ts';

/* The category and the filters of browsing, which the address contains. docs/product/discovery.md#filters */

/** The filters by their names in an address; each a text, empty if it is not set. */
export const FILTERS = ['from', 'to', 'hours', 'odds', 'places'] as const;
export type FilterName = (typeof FILTERS)[number];

/** The choices of speed and odds, by the value in an address. */
export const SPEEDS = [
  { value: '', label: 'Any speed' },
  { value: '24', label: 'Usually within a day' },
  { value: '72', label: 'Usually within 3 days' },
  { value: '168', label: 'Usually within a week' },
];
export const ODDS = [
  { value: '', label: 'Any odds' },
  { value: '50', label: 'Answers at least half' },
  { value: '75', label: 'Answers at least 3 of 4' },
  { value: '90', label: 'Answers at least 9 of 10' },
];

const MONEY = /^\d{1,6}(\.\d{1,2})?$/;

/** The price that a text names; undefined for none. */
export const priceOf = (text: string | null): Cents | undefined =>
  text !== null && MONEY.test(text) ? fromDollars(Number(text)) : undefined;

const choiceOf = (options: typeof SPEEDS, value: string | null): number | undefined =>
  value && options.some((option) => option.value === value) ? Number(value) : undefined;

/** The filters in an address. Invalid ones are left out. */
export function askedIn(search: URLSearchParams): Input<typeof browseCreators> {
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
  parts: Readonly<Partial<Record<FilterName | 'category' | 'sub', string>>>,
): string {
  const changed = new URLSearchParams(search);
  if (parts.category !== undefined) changed.delete('sub');
  for (const [name, value] of Object.entries(parts)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed.toString();
}

/** How many filters an address has. */
export const filterCount = (search: URLSearchParams): number =>
  FILTERS.filter((name) => search.get(name)).length;

export const creatorsQuery = (search: URLSearchParams) =>
  pagedQuery(browseCreators, askedIn(search));

export const browseQueries = ({ search }: Pick<Address, 'search'>) => ({
  creators: creatorsQuery(search),
});
