import { matchRoutes, type RouteObject } from 'react-router';
import { isSavingData, whenIdle } from './idle.ts';

/* The code of a screen is fetched before the screen is opened: as soon as a finger or the focus is on a link to it. */

/** Fetches the code of the screen at an address of this app. A failure is left to the navigation, which says it. */
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

/** A press, the pointer of a mouse, or the focus of a keyboard. A finger that scrolls passes without a press. */
const INTENTS = ['pointerdown', 'pointerover', 'focusin'] as const;

/** Follows intents on every link of the document. One listener, so that no link can forget it. */
export function prefetchOnIntent(routes: readonly RouteObject[]): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null;
    if (link instanceof HTMLAnchorElement && !link.download && navigator.onLine)
      void prefetchScreen(routes, link.href);
  };
  for (const intent of INTENTS) document.addEventListener(intent, prefetch, { passive: true });
}

/** Fetches the code of these screens one after the other while the browser has nothing else to do. */
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
