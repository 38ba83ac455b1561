import { useInfiniteQuery } from '@tanstack/react-query';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useSession } from '#web/api/session.ts';
import { Page } from '#web/shell/Page.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { AlsoInField } from '../../browse/AlsoInField.tsx';
import {
  askedIn,
  creatorsQuery,
  filterCount,
  normalizedSearchText,
} from '../../browse/browse-address.ts';
import { CreatorRow } from '../../browse/CreatorRow.tsx';
import { fieldsOf } from '../../browse/creator-words.ts';
import { NobodyListed } from '../../browse/NobodyListed.tsx';
import { People, PeopleSearch, peopleCount, rankedCount } from '../../browse/People.tsx';
import { type PeopleAddress, usePeopleAddress } from '../../browse/use-people-address.ts';
import { FoundAnswers } from '../../public-answers/FoundAnswers.tsx';
import { isShort, type Person, peopleQuery, searchQueries } from './search.ts';

export const loader = queryLoader(searchQueries);

/* Everybody who can be found, and without a text the creators who are listed. docs/product/search.md#results */
export function Component() {
  const address = usePeopleAddress();
  const { text, caret } = address;
  const wanted = normalizedSearchText(text);
  return (
    <Page title="Users" width="broad">
      <div className="grid gap-4 pt-1">
        <div className="max-w-160">
          {/* After going back, focusing the field would scroll away from the results. */}
          <PeopleSearch address={address} autoFocus={caret !== undefined} />
        </div>
        <div>
          {wanted === undefined ? (
            <Listed address={address} />
          ) : (
            <>
              <Found address={address} wanted={wanted} />
              <FoundAnswers searchText={wanted} />
            </>
          )}
        </div>
      </div>
    </Page>
  );
}

/** The creators who are listed. */
function Listed({ address }: { address: PeopleAddress }) {
  const { search, from } = address;
  const list = useInfiniteQuery(creatorsQuery(search));
  const isUnfiltered = filterCount(search) === 0 && !search.get('category');
  return (
    <People
      address={address}
      label="Creators"
      list={list}
      failed="We couldn’t load the creators."
      countWords={rankedCount}
      empty={
        isUnfiltered ? (
          <EmptyState drawing="search" title="ENTER A NAME ABOVE TO START">
            {NOTHING_TYPED}
          </EmptyState>
        ) : (
          <NobodyListed search={search} goesOn={list.hasNextPage} />
        )
      }
    >
      {(creator) => <CreatorRow key={creator.id} creator={creator} from={from} />}
    </People>
  );
}

const NOTHING_TYPED =
  'Search names, usernames, fields and words in profiles. Type a complete word, or at least 4 letters.';

/** The people whom the text finds. */
function Found({ address, wanted }: { address: PeopleAddress; wanted: string }) {
  const { search, settled, from } = address;
  const own = useSession()?.userId;
  const found = useInfiniteQuery({ ...peopleQuery(wanted, askedIn(search)), enabled: settled });
  const people = found.data?.pages.flatMap((page) => page.data) ?? [];
  // An empty result of a shorter text says nothing until the server has answered.
  const isSure = people.length > 0 || !found.isPlaceholderData;
  return (
    <People
      address={address}
      label="Users found"
      list={{
        ...found,
        data: isSure ? found.data : undefined,
        hasNextPage: found.hasNextPage && !found.isPlaceholderData,
      }}
      failed={sentenceOf(found.error) ?? 'We couldn’t search. Please try again.'}
      countWords={(shown, hasMore) => `${peopleCount(shown, hasMore)} for “${wanted}”`}
      empty={<NobodyFound search={search} wanted={wanted} />}
      after={
        !found.isPlaceholderData &&
        !found.hasNextPage && <AlsoInField people={people} search={search} from={from} />
      }
    >
      {(person) => (
        <CreatorRow
          key={person.id}
          creator={person}
          under={underOf(person)}
          instead={insteadOf(person, own)}
          from={from}
        />
      )}
    </People>
  );
}

/** The username and the fields: two people may have the same name. */
function underOf(person: Person): string {
  return [`@${person.username}`, fieldsOf(person)].filter(Boolean).join(' · ');
}

/** The words in the row of somebody to whom a letter has no price, or who accepts none. */
function insteadOf(person: Person, own: string | undefined): string | undefined {
  if (person.id === own) return 'This is you';
  if (person.username === SUPPORT_USERNAME) return 'Free help';
  if (person.contact) return 'Your contact';
  return person.paidResponseCommitment === 0 ? 'Not accepting letters' : undefined;
}

function NobodyFound({ search, wanted }: { search: URLSearchParams; wanted: string }) {
  const isFiltered = filterCount(search) > 0 || search.get('category');
  return (
    <EmptyState drawing="search" title="NO USERS FOUND">
      {isShort(wanted)
        ? 'No names, fields or profiles have this as a complete word. Four letters also find parts of names.'
        : `No names, usernames, fields or profiles match${isFiltered ? ' here. Try all fields, or fewer filters.' : '. Try a single word, or choose a field.'}`}
    </EmptyState>
  );
}
