import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { viewBlockedUsers } from '#shared/api/blocks.ts';
import type { Output } from '#shared/api/operation.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { PagedList } from '#web/shell/PagedList.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListItem } from '#web/ui/List.tsx';
import type { Blockable } from '../block.ts';
import { ConfirmUnblock } from '../ConfirmBlock.tsx';
import { blockedQueries } from './contacts-queries.ts';

export const loader = queryLoader(blockedQueries);

type BlockedPerson = Output<typeof viewBlockedUsers>['data'][number];

/* The people whom the user blocked. docs/product/contacts.md#blocking */
export function Component() {
  const list = useInfiniteQuery(blockedQueries().list);
  const [unblocking, setUnblocking] = useState<Blockable>();
  const intro = useRef<HTMLParagraphElement>(null);
  return (
    <Page title="Blocked people" back={paths.settings()}>
      <div className="grid gap-4">
        <p ref={intro} tabIndex={-1} data-quiet-focus className="text-soft">
          They can’t chat with you, invite you or send you a paid letter, and aren’t told.
        </p>
        <PagedList
          label="Blocked people"
          list={list}
          keyOf={({ userContactId }) => userContactId}
          empty={
            <EmptyState drawing="people" title="NO ONE IS BLOCKED">
              You can block a person in the menu of their profile, of a letter or of a chat, or when
              you report something.
            </EmptyState>
          }
          older="Load more people"
        >
          {(person) => <BlockedRow person={person} onUnblock={setUnblocking} />}
        </PagedList>
      </div>
      <ConfirmUnblock
        person={unblocking}
        onClose={() => setUnblocking(undefined)}
        returnFocus={() => intro.current}
      />
    </Page>
  );
}

type BlockedRowProps = { person: BlockedPerson; onUnblock: (person: Blockable) => void };

function BlockedRow({ person, onUnblock }: BlockedRowProps) {
  const { userContactId: userId, fullName, username, profileImageUrl } = person;
  return (
    <ListItem className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <Link
        to={paths.profile(username)}
        className="flex min-w-0 flex-1 basis-[9rem] items-center gap-3"
      >
        <Avatar name={fullName} imageUrl={profileImageUrl} />
        <span className="min-w-0">
          <span dir="auto" className="wrap-anywhere line-clamp-2 font-semibold leading-snug">
            {fullName}
          </span>
          <span className="block truncate text-soft leading-snug">@{username}</span>
        </span>
      </Link>
      <Button
        size="md"
        variant="quiet"
        aria-label={`Unblock ${fullName}`}
        className="ml-auto"
        onClick={() => onUnblock({ userId, fullName })}
      >
        Unblock
      </Button>
    </ListItem>
  );
}
