import { useSyncExternalStore } from 'react';

/* Whether live hints tell this page about every change, so that nothing needs to be polled. docs/product/live.md */

let live = false;
const listeners = new Set<() => void>();

export const isLive = (): boolean => live;

/** Says whether hints arrive. Only features/live calls it. */
export function setLive(next: boolean): void {
  if (next === live) return;
  live = next;
  for (const listener of listeners) listener();
}

/** Subscribes to changes. Returns the function that unsubscribes. */
export function followLive(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const never = () => false;

/** The interval (ms) at which a query is polled: none while hints arrive. */
export function usePollInterval(interval: number): number | false {
  return useSyncExternalStore(followLive, isLive, never) ? false : interval;
}
