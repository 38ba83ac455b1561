import type { QueryKey } from '@tanstack/react-query';
import type { LoaderFunction } from 'react-router';
import { checkUser } from '#shared/api/current-session.ts';
import { appGate } from '../gates.ts';
import type { PathParameters } from '../path-parameters.ts';
import type { CurrentUser } from './current-user.ts';
import { query, queryClient, wasJustRefused } from './queries.ts';
import { readSession } from './session.ts';

/*
 * Route loaders start the queries of a screen so that data and code load at the same time. They do not wait: the
 * screen opens as soon as its code is there and shows what has arrived.
 */

/** The parameters and the search of an address. */
export type Address = {
  readonly params: PathParameters;
  readonly search: URLSearchParams;
};

/** The queries of a screen by name; the screen reads the same ones. Undefined: not needed for this address. */
export type ScreenQueries = Readonly<Record<string, { readonly queryKey: QueryKey } | undefined>>;

/** The address that the user is redirected to before this screen; undefined for none. */
export type Gate = (user: CurrentUser) => string | undefined;

/**
 * The loader of a screen of the app: starts its queries if the user passes the gate of the app and the given ones.
 * Without gates of its own, a screen starts them also while the user is unknown. With gates it first loads the user:
 * a refusal would make the client refresh the session, which costs a request and a refresh token for a screen that is
 * not shown.
 */
export function queryLoader(
  queries: (address: Address) => ScreenQueries,
  ...gates: readonly Gate[]
): LoaderFunction {
  return ({ params, request }) => {
    if (!readSession()) return null;
    const passes = (user: CurrentUser) =>
      [appGate, ...gates].every((gate) => gate(user) === undefined);
    const go = () => start(queries(addressOf(params, request)));
    const who = query(checkUser, {});
    const user = queryClient.getQueryData(who.queryKey)?.data[0];
    if (user ? passes(user) : gates.length === 0) go();
    else if (!user)
      void queryClient.fetchQuery(who).then(
        ({ data: [known] }) => known && passes(known) && go(),
        // The guard shows the error and offers a retry.
        () => undefined,
      );
    return null;
  };
}

/** The loader of a public screen. */
export function publicQueryLoader(queries: (address: Address) => ScreenQueries): LoaderFunction {
  return ({ params, request }) => {
    start(queries(addressOf(params, request)));
    return null;
  };
}

const addressOf = (params: Address['params'], request: Request): Address => ({
  params,
  search: new URL(request.url).searchParams,
});

function start(queries: ScreenQueries): void {
  for (const asked of Object.values(queries)) {
    const known = asked && queryClient.getQueryState(asked.queryKey);
    if (known && wasJustRefused(known)) continue;
    // The query keeps the error; the screen shows it and offers a retry.
    if (asked && 'initialPageParam' in asked)
      void queryClient.prefetchInfiniteQuery(
        asked as Parameters<typeof queryClient.prefetchInfiniteQuery>[0],
      );
    else if (asked)
      void queryClient.prefetchQuery(asked as Parameters<typeof queryClient.prefetchQuery>[0]);
  }
}
