import type { InfiniteData } from '@tanstack/react-query';
import type { Output } from '../../../../shared/api/operation.ts';
import { searchUsers } from '../../../../shared/api/search.ts';
import { isFoundBy, isSearchable, searchedText } from '../../../../shared/rules/search/search.ts';
import { pagedQuery } from '../../api/queries.ts';
import type { Address } from '../../api/screen-loader.ts';

export type Answer = Output<typeof searchUsers>;
export type Person = Answer['data'][number];
type Answers = InfiniteData<Answer, string | undefined>;

/**
 * The people who hold a folded text. An answer belongs to the text it was asked for, so one that comes late is never
 * shown for another; a question that nobody waits for any more is called off.
 */
export function peopleQuery(text: string) {
  const paged = pagedQuery(searchUsers, { searchText: text });
  return {
    ...paged,
    placeholderData: (before: Answers | undefined, asked?: { queryKey: readonly unknown[] }) =>
      before && asked && narrowed(before, textOf(asked.queryKey), text),
  };
}

/** What the search of an address asks for. */
export const searchQueries = ({ search }: Pick<Address, 'search'>) => {
  const wanted = wantedText(search.get('q') ?? '');
  return { people: wanted === undefined ? undefined : peopleQuery(wanted) };
};

const textOf = (queryKey: readonly unknown[]) =>
  (queryKey[1] as { searchText?: string } | undefined)?.searchText ?? '';

/**
 * What the whole answer to a shorter text says of a longer one: whoever holds `anna m` was among those who hold `anna`.
 * Undefined where the answer was not whole, or the one text is no part of the other.
 */
export function narrowed({ pages }: Answers, before: string, text: string): Answers | undefined {
  if (before === '' || !text.includes(before) || !pages.length || pages.at(-1)?.cursor)
    return undefined;
  const data = pages.flatMap((page) => page.data).filter((person) => isFoundBy(person, text));
  return { pages: [{ pageTotal: data.length, data }], pageParams: [undefined] };
}

/** The folded text to look for, or undefined while there are too few letters. */
export function wantedText(typed: string): string | undefined {
  const text = searchedText(typed);
  return isSearchable(text) ? text : undefined;
}

/** How many there are, as far as is known. */
export function countWords(shown: number, hasMore: boolean): string {
  if (hasMore) return `More than ${shown} people`;
  return shown === 1 ? '1 person' : `${shown} people`;
}
