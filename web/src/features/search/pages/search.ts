import type { InfiniteData } from '@tanstack/react-query';
import type { Output } from '#shared/api/operation.ts';
import { searchUsers } from '#shared/api/search.ts';
import { findsLonger, isFoundBy, SEARCH_FROM } from '#shared/rules/search/search.ts';
import { pagedQuery } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';
import { type Asked, askedIn, creatorsQuery, searchedTextIn } from '../../browse/browse-address.ts';
import { foundAnswersQuery } from '../../public-answers/found-answers-query.ts';

export type Answer = Output<typeof searchUsers>;
export type Person = Answer['data'][number];
type Answers = InfiniteData<Answer, string | undefined>;

/**
 * The search query for a normalized text and filters. Both are part of the key, so a late answer is never shown for another
 * text, and an outdated request is aborted.
 */
export function peopleQuery(text: string, asked: Asked = {}) {
  const paged = pagedQuery(searchUsers, { searchText: text, ...asked });
  return {
    ...paged,
    placeholderData: (before: Answers | undefined, query?: { queryKey: readonly unknown[] }) => {
      const { searchText = '', ...filters } = (query?.queryKey[1] ?? {}) as Input;
      const isSame = JSON.stringify(filters) === JSON.stringify(asked);
      return before && isSame ? narrowed(before, searchText, text) : undefined;
    },
  };
}

type Input = Asked & { readonly searchText?: string };

/** The query of an address: the people whom its text finds, or without a text the creators who are listed. */
export const searchQueries = ({ search }: Pick<Address, 'search'>) => {
  const wanted = searchedTextIn(search);
  return wanted === undefined
    ? { creators: creatorsQuery(search) }
    : { people: peopleQuery(wanted, askedIn(search)), answers: foundAnswersQuery(wanted) };
};

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

/** Whether a text of less than four letters was searched for. */
export const isShort = (text: string): boolean => Array.from(text).length < SEARCH_FROM;
