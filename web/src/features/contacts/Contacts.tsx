import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Invitations } from '../../contacts/Invitations.tsx';
import { useOpenChat } from '../../contacts/open-chat.ts';
import { useInvitationsKnown } from '../../contacts/use-invitations.ts';
import { ConversationList } from '../../conversation/ConversationList.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Select } from '../../ui/Select.tsx';
import { RowsSkeleton } from '../../ui/Skeletons.tsx';
import { type Contact, ContactRow } from './ContactRow.tsx';
import { contactsQueries, sortOf } from './contacts-queries.ts';
import { RemoveContact } from './RemoveContact.tsx';

const ORDERS = [
  { value: 'asc', label: 'Name A-Z' },
  { value: 'desc', label: 'Name Z-A' },
] as const;

/* Whom one may chat with, by name, and who would like to. docs/product/contacts.md#lists */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const sortDirection = sortOf(search);
  const list = useInfiniteQuery({
    ...contactsQueries({ search }).list,
    // What is shown stays until it is here the other way round, and so does the choice with its focus.
    placeholderData: keepPreviousData,
  });
  const contacts = list.data?.pages.flatMap((page) => page.data);
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
            <ConversationList
              label="Contacts"
              list={list}
              rows={contacts}
              empty={<Nobody />}
              older="Load more contacts"
            >
              {(contact) => (
                <ContactRow
                  key={contact.userContactId}
                  contact={contact}
                  opening={opening === contact.userContactId}
                  onOpen={() => open(contact.userContactId)}
                  onRemove={() => setLeaving(contact)}
                />
              )}
            </ConversationList>
          </section>
        )}
      </div>
      <RemoveContact
        contact={leaving}
        onClose={() => setLeaving(undefined)}
        near={() => count.current ?? document.getElementById('page')}
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
      Find somebody, invite them to chat from their profile, and once they accept they are here.
    </EmptyState>
  );
}
