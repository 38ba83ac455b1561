import { useSyncExternalStore } from 'react';

/* Whether this browser works for the server before a call is answered, so that the screen can say so. */

let working = 0;
const listeners = new Set<() => void>();

/** Runs the work, and lets screens know while it lasts. */
export async function whileChecking<Result>(work: () => Promise<Result>): Promise<Result> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}

export const isChecking = (): boolean => working > 0;

export const useChecking = (): boolean => useSyncExternalStore(listen, isChecking, () => false);

function change(by: number): void {
  working += by;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
