import { useEffect, useSyncExternalStore } from 'react';

/*
 * What screen readers are told without a change of focus, by live regions of the shell. They are there before their text, which
 * is why it is announced, and stay while a screen gives way to the next one.
 */

/** Milliseconds after which the text is set: a new screen first focuses its heading. */
const AFTER_FOCUS = 150;

/** Milliseconds after which the text is gone: who reads the page later would take it for a part of another screen. */
const SHOWN = 10_000;

let words = '';
let loading = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Announces an outcome or news, politely. The same words are announced again. */
export function announce(sentence: string): void {
  setWords('');
  clearTimeout(timer);
  timer = setTimeout(() => {
    setWords(sentence);
    timer = setTimeout(() => setWords(''), SHOWN);
  }, AFTER_FOCUS);
}

function setWords(next: string): void {
  words = next;
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The words that are announced now. */
export const useAnnounced = (): string =>
  useSyncExternalStore(
    subscribe,
    () => words,
    () => '',
  );

/** Whether any part of the screen loads. */
export const useAnyLoading = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => loading > 0,
    () => false,
  );

/** Announces that something loads, once for all parts of a screen. */
export function useLoading(): void {
  useEffect(() => {
    loading += 1;
    changed();
    return () => {
      loading -= 1;
      changed();
    };
  }, []);
}
