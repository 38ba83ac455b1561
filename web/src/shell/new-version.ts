import { useSyncExternalStore } from 'react';

/* The new version of the app that waits until the user accepts it. A toast offers it for a moment, the settings as long as it waits. */

let start: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Says that a new version waits. `startIt` reloads the page with it. */
export function offerNewVersion(startIt: () => void): void {
  start = startIt;
  for (const listener of listeners) listener();
}

/** Starts the new version; undefined if none waits. */
export const useNewVersion = (): (() => void) | undefined =>
  useSyncExternalStore(
    subscribe,
    () => start,
    () => undefined,
  );

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
