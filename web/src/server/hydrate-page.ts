import { type HydrationState, matchRoutes, type RouteObject } from 'react-router';
import { readSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { type KnownAnswer, takeAnswers } from './known-answers.ts';

/*
 * Takes over a page that the server rendered (functions/pages/render.ts). web/head.js loads the app at the first
 * interaction, keeps what was typed and pressed until then, and repeats it afterwards.
 */

/** Whether the document holds a rendered page to hydrate. A person who is signed in is redirected from the sign-in. */
export const isRendered = (place: Element): boolean =>
  place.hasChildNodes() && !(readSession() && location.pathname === paths.login());

/**
 * Prepares the first render to be the one of the server: its address, the answers that it shows, and the code of the screen.
 * Returns the state with which the router starts without running the loaders.
 */
export async function prepareHydration(routes: readonly RouteObject[]): Promise<HydrationState> {
  const { address } = document.documentElement.dataset;
  if (address !== undefined)
    history.replaceState(history.state, '', address + location.search + location.hash);
  const matches = matchRoutes([...routes], location) ?? [];
  await Promise.all(
    matches.map(async ({ route }, depth) => {
      if (typeof route.lazy === 'function')
        Object.assign(route, await route.lazy(), { lazy: undefined });
      // Without an id that the state names, the router would run the loaders and scroll to the top.
      route.id ??= `rendered-${depth}`;
    }),
  );
  // Only now: the code may take a while, and what was prefetched meanwhile is not what the server rendered.
  const answers = document.getElementById('answers')?.textContent ?? '[]';
  takeAnswers((JSON.parse(answers) as KnownAnswer[]).map(dated));
  const loaded = matches.filter(({ route }) => route.loader).map(({ route }) => [route.id, null]);
  return { loaderData: Object.fromEntries(loaded) };
}

/** The answer with the time from which the query cache counts its age. */
function dated(known: KnownAnswer): KnownAnswer {
  // Another person sees more of a profile than a visitor, so their answers are refetched.
  return 'answer' in known && readSession() ? { ...known, at: 0 } : known;
}

/** Tells web/head.js to keep what was typed so far. */
export function sayHydrating(): void {
  document.dispatchEvent(new Event('hydrating'));
}

/** Tells web/head.js that the app reacts: it repeats what was typed and pressed before, and holds back nothing from now on. */
export function sayHydrated(): void {
  document.dispatchEvent(new Event('hydrated'));
}
