import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { isOffline } from '../api/connection.ts';
import { tabStorage } from '../api/storage.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { removeOutline } from './outline.ts';

/*
 * The ErrorBoundary of every route: shows the error with a retry. After a deployment an open page may request code
 * that no longer exists; one reload gets the new version, at most one a minute. Offline a reload would lose the app,
 * so it waits for the connection.
 */

const RELOADED_AT = 'reloadedForNewVersion';
const A_MINUTE = 60_000;

export function RouteError() {
  const error = useRouteError();
  const missing = isMissingCode(error);
  const outdated = missing && !isOffline() && !justReloaded();
  useReloadOnceOnline(missing);
  useEffect(removeOutline, []);
  useEffect(() => {
    if (!outdated) {
      console.error(error);
      return;
    }
    tabStorage.setItem(RELOADED_AT, String(Date.now()));
    window.location.reload();
  }, [outdated, error]);
  if (outdated) return null;
  return (
    <main id="page" className="mx-auto w-full max-w-160 flex-1">
      <h1 tabIndex={-1} className="sr-only">
        Something went wrong
      </h1>
      <ErrorState
        words={
          missing
            ? 'This page couldn’t be loaded. Check your connection and your content blocker, and try again.'
            : 'Something went wrong on this page. It wasn’t your fault.'
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

/** Recognizes the browsers' messages for a module that could not be loaded. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(
      error.message,
    )
  );
}

function justReloaded(): boolean {
  const since = Date.now() - Number(tabStorage.getItem(RELOADED_AT) ?? 0);
  // Negative after the clock was set back.
  return since >= 0 && since < A_MINUTE;
}
