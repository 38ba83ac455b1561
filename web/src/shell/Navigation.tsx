import { Home, Inbox, type LucideIcon, Search, Send, UserRound } from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router';
import { countSign } from '../ui/count-sign.ts';
import { Wordmark } from './Mark.tsx';
import { usePendingPath } from './PendingNavigation.tsx';
import { type ShellValue, useShell } from './shell-context.ts';

/* The five main pages: at the bottom of a phone, at the side of a wide screen. */

type Place = {
  label: string;
  icon: LucideIcon;
  path: string;
  /** The unread count of the page, and what it counts. */
  unread: number;
  what: string;
};

function placesOf({ paths, unread }: ShellValue): Place[] {
  return [
    { label: 'Inbox', icon: Inbox, path: paths.inbox, unread: unread.inbox, what: 'new' },
    { label: 'Outbox', icon: Send, path: paths.outbox, unread: unread.outbox, what: 'new' },
    { label: 'Home', icon: Home, path: paths.home, unread: unread.chats, what: 'new in chat' },
    { label: 'Users', icon: Search, path: paths.users, unread: 0, what: '' },
    { label: 'Profile', icon: UserRound, path: paths.profile, unread: 0, what: '' },
  ];
}

/** The page that is shown as selected: the pressed one at once. `aria-current` changes when it has opened. */
function useChosen() {
  const { pathname } = useLocation();
  const shown = usePendingPath() ?? pathname;
  return ({ path }: Place) => (path === shown ? true : undefined);
}

export function FooterNav() {
  const places = placesOf(useShell());
  const isChosen = useChosen();
  return (
    <nav
      aria-label="Main"
      className="footer-nav sticky bottom-0 z-20 mt-auto border-rule border-t bg-card pb-[env(safe-area-inset-bottom)] wide:hidden"
    >
      <ul className="grid grid-cols-5">
        {places.map((place) => (
          <li key={place.label}>
            <NavLink
              to={place.path}
              data-chosen={isChosen(place)}
              className="group grid min-h-15 content-center justify-items-center gap-1 text-[min(0.75rem,4.2vw)] text-soft data-chosen:font-bold data-chosen:text-ink"
            >
              <span className="relative">
                <PlaceIcon place={place} />
                <Sign of={place.unread} className="-top-1 absolute left-[64%] ring-2 ring-card" />
              </span>
              <PlaceName place={place} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function SideRail() {
  const shell = useShell();
  const isChosen = useChosen();
  return (
    <nav
      aria-label="Main, at the side"
      className="sticky top-0 hidden h-dvh flex-col gap-8 border-rule border-r px-4 py-6 wide:flex"
    >
      <Link to={shell.paths.start} className="inline-flex min-h-11 items-center px-3">
        <Wordmark />
      </Link>
      <ul className="grid gap-1">
        {placesOf(shell).map((place) => (
          <li key={place.label}>
            <NavLink
              to={place.path}
              data-chosen={isChosen(place)}
              className="group flex min-h-12 items-center gap-3.5 rounded-card px-3 text-soft hover:bg-tint data-chosen:bg-tint data-chosen:font-semibold data-chosen:text-ink"
            >
              <PlaceIcon place={place} />
              <PlaceName place={place} />
              <Sign of={place.unread} className="ml-auto" />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PlaceIcon({ place: { icon: Icon } }: { place: Place }) {
  return <Icon aria-hidden className="size-[1.375rem] group-data-chosen:stroke-[2.4]" />;
}

/** The unread count, hidden from screen readers. */
function Sign({ of: unread, className = '' }: { of: number; className?: string }) {
  if (unread === 0) return null;
  return (
    <span
      aria-hidden
      className={`unread-sign grid h-[1.125rem] w-max min-w-[1.125rem] place-items-center rounded-full bg-red px-1 font-bold text-[0.6875rem] text-on-red leading-none forced-colors:border ${className}`}
    >
      {countSign(unread)}
    </span>
  );
}

/** The label of a page, with the unread count for screen readers. */
function PlaceName({ place: { label, unread, what } }: { place: Place }) {
  return (
    <>
      {label}
      {unread > 0 && (
        <span className="sr-only">
          , {unread} {what}
        </span>
      )}
    </>
  );
}
