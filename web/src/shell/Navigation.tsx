import {
  Home,
  Inbox,
  LifeBuoy,
  type LucideIcon,
  Scale,
  Search,
  Send,
  UserRound,
} from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { countSign } from '../ui/count-sign.ts';
import { Mark, Wordmark } from './Mark.tsx';
import { usePendingPath } from './PendingNavigation.tsx';
import { type ShellValue, useShell } from './shell-context.ts';

/* The five main pages, and the desk for staff: at the bottom of a phone, at the side of a wide screen. */

type Place = {
  label: string;
  icon: LucideIcon;
  path: string;
  /** The unread count of the page, and what it counts. */
  unread: number;
  what: string;
};

function placesOf({ paths, unread, desk }: ShellValue): Place[] {
  return [
    { label: 'Inbox', icon: Inbox, path: paths.inbox, unread: unread.inbox, what: 'new' },
    { label: 'Outbox', icon: Send, path: paths.outbox, unread: unread.outbox, what: 'new' },
    { label: 'Home', icon: Home, path: paths.home, unread: unread.chats, what: 'new in chat' },
    { label: 'Users', icon: Search, path: paths.users, unread: 0, what: '' },
    { label: 'Profile', icon: UserRound, path: paths.profile, unread: 0, what: '' },
    ...(desk
      ? [{ label: 'Desk', icon: Scale, path: desk.path, unread: desk.open, what: 'open' }]
      : []),
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
      <ul className={classNames('grid', places.length > 5 ? 'grid-cols-6' : 'grid-cols-5')}>
        {places.map((place) => (
          <li key={place.label}>
            <NavLink
              to={place.path}
              data-chosen={isChosen(place)}
              className="group grid min-h-15 content-center justify-items-center gap-1 text-[min(0.75rem,4.2vw)] text-soft data-chosen:font-bold data-chosen:text-ink"
            >
              <span className="relative">
                <PlaceIcon place={place} />
                <Sign
                  of={place.unread}
                  // That of the last page must not leave the screen when letters are large.
                  className={classNames(
                    '-top-1.5 absolute ring-2 ring-card',
                    place === places.at(-1) ? '-right-1.5' : 'left-[calc(100%-0.125rem)]',
                  )}
                />
              </span>
              <PlaceName place={place} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** At the side from `wide` on: icons over words, so that lists and letters have the room; from `broad` on, words beside them. */
export function SideRail() {
  const shell = useShell();
  const isChosen = useChosen();
  return (
    <nav
      aria-label="Main, at the side"
      className="side-rail sticky top-0 h-dvh flex-col justify-between gap-4 overflow-y-auto border-rule border-r px-1.5 py-4 broad:px-4 broad:py-6"
    >
      <div className="grid gap-4 broad:gap-8">
        <Link
          to={shell.paths.start}
          aria-label={PRODUCT_NAME}
          className="flex min-h-11 items-center justify-center broad:justify-start broad:px-3"
        >
          <span className="broad:hidden">
            <Mark size={36} />
          </span>
          <span className="hidden broad:block">
            <Wordmark />
          </span>
        </Link>
        <ul className="grid gap-1">
          {placesOf(shell).map((place) => (
            <li key={place.label}>
              <NavLink to={place.path} data-chosen={isChosen(place)} className={RAIL_LINK}>
                <span className="relative">
                  <PlaceIcon place={place} />
                  <Sign
                    of={place.unread}
                    className="-top-1.5 absolute left-[calc(100%-0.125rem)] ring-2 ring-paper group-data-chosen:ring-tint broad:hidden"
                  />
                </span>
                <span>
                  <PlaceName place={place} />
                </span>
                <Sign of={place.unread} className="ml-auto hidden! broad:grid!" />
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
      <div className="grid gap-1">
        <NavLink to={shell.paths.help} className={RAIL_LINK}>
          <LifeBuoy aria-hidden className="size-[1.375rem]" />
          Help
        </NavLink>
        <RailSettings />
      </div>
    </nav>
  );
}

const RAIL_LINK = classNames(
  'group grid min-h-16 content-center justify-items-center gap-1 rounded-card text-[0.75rem] text-soft hover:bg-tint',
  'data-chosen:bg-tint data-chosen:font-semibold data-chosen:text-ink',
  'broad:flex broad:min-h-12 broad:items-center broad:gap-3.5 broad:px-3 broad:text-base',
);

/** The link to the settings, with the portrait of the user. On a phone it is in the header. */
function RailSettings() {
  const { person, paths } = useShell();
  // The outline of a screen does not know who it is for.
  if (!person?.name) return null;
  return (
    <Link
      to={paths.settings}
      className="flex min-h-14 items-center justify-center gap-3 rounded-card hover:bg-tint broad:justify-start broad:px-2"
    >
      <Avatar name={person.name} imageUrl={person.imageUrl} />
      <span className="sr-only broad:not-sr-only">Settings</span>
    </Link>
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
