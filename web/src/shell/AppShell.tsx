import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Location, ScrollRestoration, useLocation, useNavigationType } from 'react-router';
import { ToastHost } from '../ui/Toast.tsx';
import { AddToHomeScreen } from './AddToHomeScreen.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { noteEntry } from './history-entries.ts';
import { FooterNav, SideRail } from './Navigation.tsx';
import { PendingNavigation } from './PendingNavigation.tsx';
import { ShellContext, type ShellValue } from './shell-context.ts';

/*
 * The frame around every screen: the layout route renders `<AppShell …><Outlet /></AppShell>`, each screen a Page.
 * On a phone the navigation is at the foot, and gives way to the one action of a screen that has one; on a wide screen it
 * is a rail at the side and the screen a single column.
 */

export type AppShellProps = ShellValue & { children: ReactNode };

export function AppShell({ children, ...value }: AppShellProps) {
  return (
    <CSPProvider disableStyleElements>
      <ShellContext value={value}>
        <a
          href="#page"
          className="absolute top-2 left-2 z-60 -translate-y-20 rounded-card bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
        >
          Skip to content
        </a>
        <ConnectionBar />
        <PendingNavigation />
        <div className={value.person ? 'shell shell-railed' : 'shell'}>
          {value.person && <SideRail />}
          <div className="flex min-h-dvh min-w-0 flex-col">
            <ForgetFocus />
            <NoteEntries />
            <AddToHomeScreen />
            {children}
            {value.person && <FooterNav />}
          </div>
        </div>
        <ToastHost />
        <ScrollRestoration getKey={whereScrolled} />
      </ShellContext>
    </CSPProvider>
  );
}

/** Keeps the way back: see history-entries. */
function NoteEntries() {
  const { pathname, search, key } = useLocation();
  const how = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit is an entry, even of the same address
  useEffect(() => noteEntry(pathname + search, how === 'PUSH'), [key, pathname, search, how]);
  return null;
}

/** Each visit of a page scrolls for itself; a page of results (`?q=`) is found where it was left, however one returns. */
const whereScrolled = ({ pathname, search, key }: Location) =>
  search.startsWith('?q=') ? pathname + search : key;

/**
 * A link that was pressed is gone or stale after a move to another page; letting go of it tells the page to take the
 * focus to its heading (see Page).
 */
function ForgetFocus() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // A field that took the focus as it appeared keeps it: there is one thing to do on that page.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && activeElement.closest('#page')) return;
    const heading = document.querySelector<HTMLElement>('#page h1');
    if (heading) heading.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, [pathname]);
  return null;
}
