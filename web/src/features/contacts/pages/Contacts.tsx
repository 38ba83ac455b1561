import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { queryLoader } from '#web/api/screen-loader.ts';
import { membersGate } from '#web/gates.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { PagedList } from '#web/shell/PagedList.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { pageHeading } from '#web/ui/focus-after-removal.ts';
import { Select } from '#web/ui/Select.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { Invitations } from '../Invitations.tsx';
import { useOpenChat } from '../open-chat.ts';
import { useInvitationsKnown } from '../use-invitations.ts';
import { type Contact, ContactRow } from './ContactRow.tsx';
import { contactsQueries, sortOf } from './contacts-queries.ts';
import { RemoveContact } from './RemoveContact.tsx';

export const loader = queryLoader(contactsQueries, membersGate);

const ORDERS = [
  { value: 'asc', label: 'Name A-Z' },
  { value: 'desc', label: 'Name Z-A' },
] as const;

/* The contacts by name, and the invitations. docs/product/contacts.md#lists */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const sortDirection = sortOf(search);
  const list = useInfiniteQuery({
    ...contactsQueries({ search }).list,
    // The current rows stay until the other order has loaded, so the sort button keeps its focus.
    placeholderData: keepPreviousData,
  });
  const total = list.data?.pages[0]?.pageTotal ?? 0;
  const { open, opening } = useOpenChat();
  const known = useInvitationsKnown() && !list.isPending;
  const [leaving, setLeaving] = useState<Contact>();
  const count = useRef<HTMLParagraphElement>(null);
  return (
    <Page title="Contacts" back={paths.chat()}>
      <div className="grid gap-5">
        {!known && <RowsSkeleton />}
        {known && <Invitations />}
        {known && (
          <section aria-label="Contacts">
            {total > 0 && (
              <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
                <p ref={count} tabIndex={-1} data-quiet-focus className="text-soft">
                  {total === 1 ? '1 contact' : `${total} contacts`}
                </p>
                <Select
                  compact
                  label="Sort by"
                  value={sortDirection}
                  options={ORDERS}
                  onValueChange={(next) =>
                    setSearch(next === 'asc' ? {} : { sort: next }, { replace: true })
                  }
                />
              </div>
            )}
            <PagedList
              label="Contacts"
              list={list}
              keyOf={({ userContactId }) => userContactId}
              empty={<Nobody />}
              older="Load more contacts"
            >
              {(contact) => (
                <ContactRow
                  contact={contact}
                  opening={opening === contact.userContactId}
                  onOpen={() => open(contact.userContactId)}
                  onRemove={() => setLeaving(contact)}
                />
              )}
            </PagedList>
          </section>
        )}
      </div>
      <RemoveContact
        contact={leaving}
        onClose={() => setLeaving(undefined)}
        near={() => count.current ?? pageHeading()}
      />
    </Page>
  );
}

function Nobody() {
  return (
    <EmptyState
      drawing="people"
      title="NO CONTACTS FOUND"
      action={
        <Button size="md" render={<Link to={paths.userSearch()} />}>
          Go to Search
        </Button>
      }
    >
      Find someone, invite them to chat from their profile, and once they accept they’re here.
    </EmptyState>
  );
}
