import { lazy, Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { checkUser } from '#shared/api/current-session.ts';
import { query, useEntity } from './api/queries.ts';
import { useSession } from './api/session.ts';
import {
  BesideLetter,
  LetterBesideForm,
  ListPane,
} from './features/conversations/lists/ListPane.tsx';
import { useLive } from './features/live/use-live.ts';
import { useUnreadChats } from './features/notifications/unread-chats.ts';
import { type Figures, useFigures } from './features/notifications/use-figures.ts';
import { useAppBadge, useWorkerMessages } from './features/notifications/worker-messages.ts';
import { paths } from './paths.ts';
import { AppShell } from './shell/AppShell.tsx';
import { shellPaths } from './shell-paths.ts';

const DeskCount = lazy(async () => ({
  default: (await import('./features/desk/DeskCount.tsx')).DeskCount,
}));

/* The frame of the app: it knows who is signed in and how many messages are unread. */
export function Root() {
  const person = usePerson();
  const stats = useFigures(person?.checked === true);
  const checkedId = person?.checked ? person.id : undefined;
  useWorkerMessages(checkedId);
  useLive(checkedId);
  const unreadChats = useUnreadChats(person?.isMember === true);
  const [open, setOpen] = useState<number>();
  const isStaff = person?.isStaff === true;
  useAppBadge(person ? stats && unreadOf(stats) + unreadChats : 0);
  return (
    <AppShell
      person={person}
      desk={isStaff && open !== undefined ? { path: paths.desk(), open } : undefined}
      pane={
        person && (
          <>
            <ListPane />
            <LetterBesideForm />
          </>
        )
      }
      beside={person && <BesideLetter />}
      paths={shellPaths(person !== undefined)}
      unread={{
        inbox: stats?.unreadInbox ?? 0,
        outbox: stats?.unreadOutbox ?? 0,
        chats: unreadChats,
      }}
    >
      {isStaff && (
        <Suspense fallback={null}>
          <DeskCount onCount={setOpen} />
        </Suspense>
      )}
      <Outlet />
    </AppShell>
  );
}

/** The number of unread messages and requests. */
const unreadOf = (stats: Figures) => stats.unreadInbox + stats.unreadOutbox + stats.contactRequests;

/**
 * The person whom the navigation is for: undefined until their registration is finished. `checked` is true once the
 * server has answered.
 */
function usePerson() {
  const session = useSession();
  const { data: user } = useEntity({ ...query(checkUser, {}), enabled: false });
  if (!session) return undefined;
  if (user && (!user.verified || user.licenseId === 'NONE')) return undefined;
  return {
    id: session.userId,
    name: user?.fullName ?? session.fullName,
    imageUrl: user ? user.profileImageUrl : session.avatarUrl,
    checked: user !== undefined,
    isMember: user !== undefined && user.licenseId !== 'FREE',
    isStaff: user !== undefined && user.permissionIds.length > 0,
  };
}
