import { useSyncExternalStore } from 'react';

/* Whether a proof of work is being computed, so that the screen can show it. */

let working = 0;
const listeners = new Set<() => void>();

/** Runs `work`; meanwhile `useComputingProof` returns true. */
export async function whileComputingProof<Result>(work: () => Promise<Result>): Promise<Result> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}

export const isComputingProof = (): boolean => working > 0;

export const useComputingProof = (): boolean =>
  useSyncExternalStore(listen, isComputingProof, () => false);

function change(by: number): void {
  working += by;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
