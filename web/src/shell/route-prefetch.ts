import { type LoaderFunctionArgs, matchRoutes, type RouteObject } from 'react-router';
import { isSavingData, whenIdle } from './idle.ts';

/*
 * Loads the code of a screen before it is opened: when the pointer or the focus is on a link to it. Its data starts to
 * load when the link is pressed, before the click.
 */

type Screen = NonNullable<ReturnType<typeof matchRoutes>>[number];

/** The routes of an address of this app, the screen last. */
function routesTo(routes: readonly RouteObject[], { origin, pathname }: URL): Screen[] {
  return origin === window.location.origin ? (matchRoutes([...routes], pathname) ?? []) : [];
}

/** The code of a route; undefined if it is loaded with the app. */
const codeOf = ({ route: { lazy } }: Screen) => (typeof lazy === 'function' ? lazy() : undefined);

/** Loads the code of the screen at an address of this app. The navigation itself reports a failure. */
async function prefetchScreen(routes: readonly RouteObject[], address: string): Promise<void> {
  const matches = routesTo(routes, new URL(address, window.location.origin));
  await Promise.all(matches.map(codeOf)).catch(() => undefined);
}

/** Starts the queries of the screen at an address of this app when its code is loaded. The navigation finds them started. */
async function prefetchQueries(routes: readonly RouteObject[], address: string): Promise<void> {
  const url = new URL(address, window.location.origin);
  const screen = routesTo(routes, url).at(-1);
  if (!screen) return;
  const { loader } = (await codeOf(screen)?.catch(() => undefined)) ?? screen.route;
  if (typeof loader !== 'function') return;
  const asked = { params: screen.params, request: new Request(url) } as LoaderFunctionArgs;
  await Promise.resolve(loader(asked)).catch(() => undefined);
}

/** A press, a mouse over, or a keyboard focus. */
const INTENTS = ['pointerdown', 'pointerover', 'focusin'] as const;
/** The time (ms) after a touch in which a scroll begins; only after it, the touch counts as a press. */
const UNTIL_SCROLL = 50;

/** Prefetches for every link of the document, with one listener of each kind. */
export function prefetchOnIntent(routes: readonly RouteObject[]): void {
  let press: ReturnType<typeof setTimeout> | undefined;
  const prefetch = ({ target }: Event) => {
    const address = linkedBy(target);
    if (address !== undefined) void prefetchScreen(routes, address);
  };
  const pressed = ({ target, button, pointerType }: PointerEvent) => {
    clearTimeout(press);
    const address = linkedBy(target);
    if (address === undefined || button !== 0) return;
    const wait = pointerType === 'mouse' ? 0 : UNTIL_SCROLL;
    press = setTimeout(() => void prefetchQueries(routes, address), wait);
  };
  for (const intent of INTENTS) document.addEventListener(intent, prefetch, { passive: true });
  document.addEventListener('pointerdown', pressed, { passive: true });
  document.addEventListener('pointercancel', () => clearTimeout(press), { passive: true });
}

/** The address of the link that this is in, if it may be prefetched. */
function linkedBy(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  const isPage = link instanceof HTMLAnchorElement && !link.download && link.target !== '_blank';
  return isPage && navigator.onLine ? link.href : undefined;
}

/** The time (ms) that the first screen has for itself: on a slow phone, other code would come before its data. */
const FOR_THE_FIRST_SCREEN = 5_000;

/** Loads the code of these screens one after the other while the browser is idle, once the first screen had its time. */
export async function prefetchWhenIdle(
  routes: readonly RouteObject[],
  addresses: readonly string[],
): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, FOR_THE_FIRST_SCREEN));
  for (const address of addresses) {
    await whenIdle();
    if (isSavingData() || !navigator.onLine) return;
    await prefetchScreen(routes, address);
  }
}
