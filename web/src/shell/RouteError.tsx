import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ErrorState } from '../ui/ErrorState.tsx';

/*
 * The `errorElement` of every route: a screen that failed, with another try. After a deployment an open page asks for
 * code that is no longer there; one reload brings the new one, and never more than one a minute. Without a connection a
 * reload would end the app: it waits for the connection.
 */

const RELOADED_AT = 'reloadedForNewVersion';
const A_MINUTE = 60_000;

export function RouteError() {
  const error = useRouteError();
  const missing = isMissingCode(error);
  const outdated = missing && navigator.onLine && !justReloaded();
  useReloadOnceOnline(missing);
  useEffect(() => {
    if (!outdated) {
      console.error(error);
      return;
    }
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    window.location.reload();
  }, [outdated, error]);
  if (outdated) return null;
  return (
    <main id="page" className="mx-auto w-full max-w-160 flex-1">
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorState
        words={
          missing
            ? 'This page could not be loaded. Check your connection and try again.'
            : 'Something went wrong on this page. It was not your doing.'
        }
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}

function useReloadOnceOnline(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [wanted]);
}

/** How the browsers say that a module of the app could not be fetched. */
export function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(
      error.message,
    )
  );
}

function justReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) < A_MINUTE;
}
