import { useSyncExternalStore } from 'react';

/* Whether this browser is computing a proof of work for a call, so that the screen can say so. */

let working = 0;
const listeners = new Set<() => void>();

/** Runs `work`; meanwhile `useChecking` returns true. */
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
