import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { viewUserProfile } from '../../../../shared/api/account.ts';
import { isRefusal } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { Page } from '../../shell/Page.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { List } from '../../ui/List.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { RowsSkeleton } from '../../ui/Skeletons.tsx';
import { FoundPerson } from './FoundPerson.tsx';
import { searchAddress, searchedUsername } from './search.ts';

/** Long enough for the next letter to come, short enough not to be noticed. */
const PAUSE = 250;

/* Finds a person by username. Spec part 2, section 2, /user-search. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState(search.get('q') ?? '');
  const type = (typed: string) => {
    setText(typed);
    setSearch(typed === '' ? {} : { q: typed }, { replace: true });
  };
  const username = searchedUsername(text);
  return (
    <Page title="Users">
      <div className="grid gap-2 pt-1">
        <SearchInput
          label="Username"
          placeholder="Username, for example ana.markovic"
          value={text}
          onValueChange={type}
          autoFocus
        />
        <section aria-live="polite" aria-label="Result">
          {username ? (
            <Result username={username} from={searchAddress(text)} />
          ) : (
            <EmptyState drawing="search" title="ENTER A NAME ABOVE TO START">
              Type the whole username of the person you are looking for.
            </EmptyState>
          )}
        </section>
      </div>
    </Page>
  );
}

/** The answer belongs to the username it was asked for: typing on never shows an older one. */
function Result({ username, from }: { username: string; from: string }) {
  const settled = useSettled(username);
  const { data, error, isFetching, refetch } = useQuery({
    ...query(viewUserProfile, { username }),
    enabled: settled,
  });
  const profile = data?.data[0];
  if (profile) {
    return (
      <List label="Users found">
        <FoundPerson profile={profile} from={from} />
      </List>
    );
  }
  if (isRefusal(error, 'NOT_FOUND', 'INVALID_INPUT')) {
    return (
      <EmptyState drawing="search" title="NO USERS FOUND">
        Nobody here has exactly this username.
      </EmptyState>
    );
  }
  if (error && !isFetching) {
    return <ErrorState words="The search did not answer." onRetry={() => refetch()} />;
  }
  return <RowsSkeleton rows={1} />;
}

/** Whether `text` has not changed for a moment. */
function useSettled(text: string): boolean {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const settle = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(settle);
  }, [text]);
  return settled === text;
}
