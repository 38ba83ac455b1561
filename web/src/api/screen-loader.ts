import type { QueryKey } from '@tanstack/react-query';
import type { LoaderFunction, LoaderFunctionArgs } from 'react-router';
import { checkUser } from '../../../shared/api/auth.ts';
import { beforeTheApp } from '../gates.ts';
import type { CurrentUser } from './current-user.ts';
import { query, queryClient, wasJustRefused } from './queries.ts';
import { readSession } from './session.ts';

/*
 * A route's loader starts the queries of its screen, so that they are under way while the code of the screen is. It
 * waits for none of them: the screen opens as soon as its code is there, and shows what it has.
 */

/** What an address says: the parameters of its path, and its search. */
export type Address = {
  readonly params: LoaderFunctionArgs['params'];
  readonly search: URLSearchParams;
};

/** The queries of a screen by name. The screen reads the same ones. Undefined: this address does not ask it. */
export type ScreenQueries = Readonly<Record<string, { readonly queryKey: QueryKey } | undefined>>;

/** Where somebody has to go before they see the screen; undefined: nowhere. */
export type Gate = (user: CurrentUser) => string | undefined;

/**
 * The loader of a screen of the app: starts its queries, for whoever passes the gate of the app and those given. Who is not known yet is
 * taken to pass the gate of the app. A screen with gates of its own asks first who it is: a refusal of the server makes
 * the client refresh the session, which costs a request and a refresh token for a screen that is not shown.
 */
export function starting(
  queries: (address: Address) => ScreenQueries,
  ...gates: readonly Gate[]
): LoaderFunction {
  return ({ params, request }) => {
    if (!readSession()) return null;
    const passes = (user: CurrentUser) =>
      [beforeTheApp, ...gates].every((gate) => gate(user) === undefined);
    const go = () => start(queries(addressOf(params, request)));
    const who = query(checkUser, {});
    const user = queryClient.getQueryData(who.queryKey)?.data[0];
    if (user ? passes(user) : gates.length === 0) go();
    else if (!user)
      void queryClient.fetchQuery(who).then(
        ({ data: [known] }) => known && passes(known) && go(),
        // The gate of the app says what went wrong, and asks again.
        () => undefined,
      );
    return null;
  };
}

/** The same for a screen that anybody sees. */
export function startingForAnybody(queries: (address: Address) => ScreenQueries): LoaderFunction {
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
    // A failure stays with the query: the screen says it, and asks again.
    if (asked && 'initialPageParam' in asked)
      void queryClient.prefetchInfiniteQuery(
        asked as Parameters<typeof queryClient.prefetchInfiniteQuery>[0],
      );
    else if (asked)
      void queryClient.prefetchQuery(asked as Parameters<typeof queryClient.prefetchQuery>[0]);
  }
}
