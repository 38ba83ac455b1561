import type { InfiniteData } from '@tanstack/react-query';
import type { Output } from '../../../../../shared/api/operation.ts';
import { searchUsers } from '../../../../../shared/api/search.ts';
import {
  findsLonger,
  isFoundBy,
  isSearchable,
  SEARCH_FROM,
  searchedText,
} from '../../../../../shared/rules/search/search.ts';
import { pagedQuery } from '../../../api/queries.ts';
import type { Address } from '../../../api/screen-loader.ts';

export type Answer = Output<typeof searchUsers>;
export type Person = Answer['data'][number];
type Answers = InfiniteData<Answer, string | undefined>;

/**
 * The search query for a normalized text. The text is part of the key, so a late answer is never shown for another
 * text, and an outdated request is aborted.
 */
export function peopleQuery(text: string) {
  const paged = pagedQuery(searchUsers, { searchText: text });
  return {
    ...paged,
    placeholderData: (before: Answers | undefined, asked?: { queryKey: readonly unknown[] }) =>
      before && asked && narrowed(before, textOf(asked.queryKey), text),
  };
}

/** The query for the search in an address. */
export const searchQueries = ({ search }: Pick<Address, 'search'>) => {
  const wanted = normalizedSearchText(search.get('q') ?? '');
  return { people: wanted === undefined ? undefined : peopleQuery(wanted) };
};

const textOf = (queryKey: readonly unknown[]) =>
  (queryKey[1] as { searchText?: string } | undefined)?.searchText ?? '';

/**
 * Narrows the complete results of a shorter text to a longer one: everybody who matches `anna m` also matches `anna`, but not `ann`,
 * which finds complete words only. Undefined
 * if the results were incomplete, one text does not contain the other, or somebody was found by a word in their bio, which a row
 * does not have.
 */
export function narrowed({ pages }: Answers, before: string, text: string): Answers | undefined {
  if (!findsLonger(before, text) || !pages.length || pages.at(-1)?.cursor) return undefined;
  const people = pages.flatMap((page) => page.data);
  if (!people.every((person) => isFoundBy(person, before))) return undefined;
  const data = people.filter((person) => isFoundBy(person, text));
  return { pages: [{ pageTotal: data.length, data }], pageParams: [undefined] };
}

/** The normalized text to search for; undefined while it is too short. */
export function normalizedSearchText(typed: string): string | undefined {
  const text = searchedText(typed);
  return isSearchable(text) ? text : undefined;
}

/** Whether a text of less than four letters was searched for. */
export const isShort = (text: string): boolean => Array.from(text).length < SEARCH_FROM;

/** The number of results, as far as it is known. */
export function countWords(shown: number, hasMore: boolean): string {
  if (hasMore) return `More than ${shown} people`;
  return shown === 1 ? '1 person' : `${shown} people`;
}
