import { matchRoutes, type RouteObject } from 'react-router';
import { isSavingData, whenIdle } from './idle.ts';

/* Loads the code of a screen before it is opened: when the pointer or the focus is on a link to it. */

/** Loads the code of the screen at an address of this app. The navigation itself reports a failure. */
export async function prefetchScreen(
  routes: readonly RouteObject[],
  address: string,
): Promise<void> {
  const url = new URL(address, window.location.origin);
  if (url.origin !== window.location.origin) return;
  const matches = matchRoutes([...routes], url.pathname) ?? [];
  await Promise.all(
    matches.map(({ route: { lazy } }) => (typeof lazy === 'function' ? lazy() : undefined)),
  ).catch(() => undefined);
}

/** A press, a mouse over, or a keyboard focus. A finger that scrolls triggers none of them. */
const INTENTS = ['pointerdown', 'pointerover', 'focusin'] as const;

/** Prefetches for every link of the document, with one listener. */
export function prefetchOnIntent(routes: readonly RouteObject[]): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null;
    if (link instanceof HTMLAnchorElement && !link.download && navigator.onLine)
      void prefetchScreen(routes, link.href);
  };
  for (const intent of INTENTS) document.addEventListener(intent, prefetch, { passive: true });
}

/** Loads the code of these screens one after the other while the browser is idle. */
export async function prefetchWhenIdle(
  routes: readonly RouteObject[],
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) {
    await whenIdle();
    if (isSavingData() || !navigator.onLine) return;
    await prefetchScreen(routes, address);
  }
}
