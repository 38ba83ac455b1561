import { type ReactNode, useEffect, useRef } from 'react';
import { ScrollRestoration, useLocation, useNavigation, useNavigationType } from 'react-router';
import { keepFocus } from '../ui/focus-after-removal.ts';
import { ToastHost } from '../ui/Toast.tsx';
import { AddToHomeScreen } from './AddToHomeScreen.tsx';
import { Announcer } from './Announcer.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { recordEntry } from './history-entries.ts';
import { FooterNav, SideRail } from './Navigation.tsx';
import { recordOpenPage } from './open-page.ts';
import { recordMove } from './Page.tsx';
import { PendingNavigation } from './PendingNavigation.tsx';
import { recordOpened, scrollKey } from './scroll-position.ts';
import { ShellContext, type ShellValue } from './shell-context.ts';
import { useKeyboard } from './use-keyboard.ts';

/*
 * The frame around every screen: the layout route renders `<AppShell …><Outlet /></AppShell>`, and each screen a
 * Page. On a phone the navigation is at the bottom, and a screen's ActionBar replaces it; on a wide screen it is at
 * the side, and the screen a single column.
 */

export type AppShellProps = ShellValue & {
  /** A list beside the screen, and a letter between the two, on wide screens only. */
  pane?: ReactNode;
  /** At the right of the screen, on wide screens only. */
  beside?: ReactNode;
  children: ReactNode;
};

export function AppShell({ children, pane, beside, ...value }: AppShellProps) {
  useKeyboard();
  useEffect(keepFocus, []);
  return (
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
        {pane}
        <div className="flex min-h-dvh min-w-0 flex-col">
          <ForgetFocus />
          <NoteEntries />
          <AddToHomeScreen />
          {children}
          {value.person && <FooterNav />}
        </div>
        {beside}
      </div>
      <ToastHost />
      <Announcer />
      <ScrollRestoration getKey={scrollKey} />
    </ShellContext>
  );
}

/** Records the history for the Back links, and the open page: see history-entries and open-page. */
function NoteEntries() {
  const { pathname, search, key } = useLocation();
  const how = useNavigationType();
  const nextPage = useNavigation().location?.pathname;
  useEffect(() => recordOpenPage(nextPage ?? pathname), [nextPage, pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit is an entry, even of the same address
  useEffect(() => recordEntry(pathname + search, how === 'PUSH'), [key, pathname, search, how]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation
  useEffect(recordOpened, [key]);
  return null;
}

/** Releases the focus of a pressed link after a navigation, so that the new page focuses its heading (see Page). */
function ForgetFocus() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    recordMove();
    // An input that took the focus on mount keeps it.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && activeElement.closest('#page')) return;
    const heading = document.querySelector<HTMLElement>('#page h1');
    if (heading) heading.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, [pathname]);
  return null;
}
