import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { queryLoader } from '../../../api/screen-loader.ts';
import { sentenceOf } from '../../../forms/submission.ts';
import { paths } from '../../../paths.ts';
import { Page } from '../../../shell/Page.tsx';
import { QueryContent } from '../../../shell/QueryPage.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { RowsSkeleton } from '../../../ui/Skeletons.tsx';
import { VirtualList } from '../../../ui/VirtualList.tsx';
import { FoundPerson } from './FoundPerson.tsx';
import { countWords, isShort, normalizedSearchText, peopleQuery, searchQueries } from './search.ts';

export const loader = queryLoader(searchQueries);

/** The pause in typing (ms) before a search: long enough for the next letter, too short to be noticed. */
const PAUSE = 250;

/* Searches people by any part of their name, and by words of their bio and field. docs/product/search.md#results */
export function Component() {
  const { text, type, settled, caret } = useSearchText();
  const wanted = normalizedSearchText(text);
  return (
    <Page title="Users">
      <div className="grid gap-2 pt-1">
        <SearchInput
          label="Name or username"
          placeholder="Name or username"
          value={text}
          onValueChange={type}
          caret={caret}
          maxLength={200}
          // After going back, focusing the field would scroll away from the results.
          autoFocus={text === '' || caret !== undefined}
        />
        {wanted === undefined ? (
          <EmptyState drawing="search" title="ENTER A NAME ABOVE TO START" action={<BrowseLink />}>
            A complete word of a name, or four letters of a name, a username, or of a word that
            people say about themselves.
          </EmptyState>
        ) : (
          <Results
            wanted={wanted}
            settled={wanted === normalizedSearchText(settled)}
            from={paths.userSearch(text)}
          />
        )}
      </div>
    </Page>
  );
}

function BrowseLink() {
  return (
    <Button variant="quiet" size="md" render={<Link to={paths.browse()} />}>
      Browse by category
    </Button>
  );
}

type ResultsProps = {
  wanted: string;
  /** Whether typing has paused, so that the search may run. */
  settled: boolean;
  /** The address of this search, to return to. */
  from: string;
};

function Results({ wanted, settled, from }: ResultsProps) {
  const found = useInfiniteQuery({ ...peopleQuery(wanted), enabled: settled });
  const pages = found.data?.pages;
  const people = useMemo(() => pages?.flatMap((page) => page.data), [pages]);
  // An empty result of a shorter text says nothing until the server has answered.
  const sure = people && (people.length > 0 || !found.isPlaceholderData);
  return (
    <section aria-label="Result" aria-busy={!sure && !found.error}>
      <p role="status" className="min-h-6 text-soft text-sm">
        {sure && people.length > 0 && countWords(people.length, found.hasNextPage)}
        {/* The same number for another text is announced too. */}
        {sure && people.length > 0 && <span className="sr-only"> for {wanted}</span>}
        {sure && people.length === 0 && <span className="sr-only">No users found</span>}
      </p>
      <QueryContent
        query={{ ...found, data: sure ? people : undefined }}
        failed={sentenceOf(found.error) ?? 'We couldn’t search. Please try again.'}
        skeleton={<RowsSkeleton rows={3} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState drawing="search" title="NO USERS FOUND" action={<BrowseLink />}>
              {isShort(wanted)
                ? 'No one here has this as a complete word of their name. Four letters also find parts of names.'
                : 'No names, usernames or bios match. Try another word.'}
            </EmptyState>
          ) : (
            <VirtualList label="Users found" rows={rows} keyOf={({ id }) => id}>
              {(person) => <FoundPerson person={person} from={from} />}
            </VirtualList>
          )
        }
      </QueryContent>
      {found.hasNextPage && !found.isPlaceholderData && (
        <div className="pt-5">
          <LoadMore
            words="Show more people"
            busy={found.isFetchingNextPage}
            onLoad={() => found.fetchNextPage()}
          />
        </div>
      )}
    </section>
  );
}

/**
 * The text in the field, and as it was before the last pause; the address contains it, so that going back restores
 * it.
 */
function useSearchText() {
  const [search, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const kept = search.get('q') ?? '';
  const [text, setText] = useState(kept);
  const [settled, setSettled] = useState(kept);
  useEffect(() => {
    if (text === settled) return;
    const settle = setTimeout(() => {
      setSettled(text);
      setSearch(text === '' ? {} : { q: text }, {
        replace: true,
        preventScrollReset: true,
        state: { typed: true },
      });
    }, PAUSE);
    return () => clearTimeout(settle);
  }, [text, settled, setSearch]);
  const typed = isTyped(state);
  // The address changed: the Users tab was pressed, or another search was opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit counts, even one to the same text
  useEffect(() => {
    if (typed) return;
    setText(kept);
    setSettled(kept);
  }, [key]);
  return { text, type: setText, settled, caret: caretOf(state) };
}

const isTyped = (state: unknown) => typeof state === 'object' && state !== null && 'typed' in state;

/** The caret position in the field that led here. */
function caretOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('caret' in state)) return undefined;
  return typeof state.caret === 'number' ? state.caret : undefined;
}
