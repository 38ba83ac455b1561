import { type ReactNode, useMemo } from 'react';
import { plural } from '#shared/messages/plural.ts';
import { categoryOf } from '#shared/rules/profiles/categories.ts';
import { QueryContent, type ShownQuery } from '../../shell/QueryPage.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { RowsSkeleton } from '../../ui/Skeletons.tsx';
import { useSteady } from '../../ui/SteadyRows.tsx';
import { CreatorGrid } from './CreatorRow.tsx';
import { FieldChips } from './FieldChips.tsx';
import { FilterButton, FilterLine } from './Filters.tsx';
import type { PeopleAddress } from './use-people-address.ts';

/* The parts of a list of people: the search field, the fields as chips, the filters, the count, and the people. */

const FINDS = 'finds';

export type PeopleSearchProps = { address: PeopleAddress; autoFocus?: boolean };

/* The search field, which says what it finds, with the filters of a phone beside it. */
export function PeopleSearch({ address, autoFocus }: PeopleSearchProps) {
  const { search, set, text, type, caret } = address;
  return (
    <div className="grid gap-1">
      <div className="flex gap-2">
        <div className="min-w-0 flex-1">
          <SearchInput
            label="Name, field or topic"
            placeholder="Name, field or topic"
            aria-describedby={FINDS}
            value={text}
            onValueChange={type}
            caret={caret}
            maxLength={200}
            autoFocus={autoFocus}
          />
        </div>
        <FilterButton search={search} set={set} />
      </div>
      <p id={FINDS} className="px-1 text-[0.875rem] text-soft">
        Finds names, fields, profiles and public answers.
      </p>
    </div>
  );
}

/** The pages of a list of people. */
type PeopleQuery<Row> = ShownQuery<{
  readonly pages: readonly { readonly data: readonly Row[] }[];
}> & {
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  fetchNextPage(): unknown;
};

export type PeopleProps<Row> = {
  address: PeopleAddress;
  label: string;
  list: PeopleQuery<Row>;
  /** The message if the list could not be loaded; by default the one of the error. */
  failed?: string | undefined;
  /** Says how many people there are, and in which order. */
  countWords: (shown: number, hasMore: boolean) => string;
  /** Shown if there is nobody. */
  empty: ReactNode;
  /** Below the people. */
  after?: ReactNode;
  children: (row: Row) => ReactNode;
};

/* The fields, the filters and the people, in each state of the list. */
export function People<Row>(props: PeopleProps<Row>) {
  const { address, label, list, countWords } = props;
  const { search, set } = address;
  const pages = list.data?.pages;
  const people = useSteady(useMemo(() => pages?.flatMap((page) => page.data), [pages]));
  const count = people && people.length > 0 ? countWords(people.length, list.hasNextPage) : '';
  return (
    <>
      <FieldChips search={search} />
      <section aria-label={label} aria-busy={people === undefined && !list.error}>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 cards:border-rule cards:border-t cards:py-4">
          <p role="status" className="min-h-6 flex-1 text-[0.9375rem] text-soft">
            {count}
            {people?.length === 0 && <span className="sr-only">No users found</span>}
          </p>
          <FilterLine search={search} set={set} />
        </div>
        <QueryContent
          query={{ ...list, data: people }}
          failed={props.failed}
          skeleton={<RowsSkeleton />}
        >
          {(rows) =>
            rows.length === 0 ? (
              props.empty
            ) : (
              <CreatorGrid label={label}>{rows.map((row) => props.children(row))}</CreatorGrid>
            )
          }
        </QueryContent>
        {list.hasNextPage && (
          <div className="pt-5">
            <LoadMore
              words="Show more people"
              busy={list.isFetchingNextPage}
              onLoad={() => list.fetchNextPage()}
            />
          </div>
        )}
        {props.after}
      </section>
    </>
  );
}

/** `11 people`, or `More than 20 people`. */
export function peopleCount(shown: number, hasMore: boolean): string {
  const people = plural(shown, { one: '# person', other: '# people' });
  return hasMore ? `More than ${people}` : people;
}

/** How creators are ranked: listingsOf in shared/rules/search/browsing.ts. */
export const rankedCount = (shown: number, hasMore: boolean): string =>
  `${peopleCount(shown, hasMore)}, those who answer most first`;

/** The name of the field that an address has; undefined for all of them. */
export const fieldIn = (search: URLSearchParams): string | undefined =>
  categoryOf(search.get('category'))?.name;
