import { useSyncExternalStore } from 'react';
import * as z from 'zod';

/*
 * A list in the browser's storage that components follow: what was written and is not known to have arrived. Every tab
 * reads what the others left there before it writes. Without storage the list lives as long as the page.
 */

export type KeptList<Item> = {
  read(): readonly Item[];
  change(how: (items: readonly Item[]) => readonly Item[]): void;
  /** Tells of every change, in other tabs too. Gives what takes the listener away. */
  follow(listener: () => void): () => void;
};

/** What `item` does not describe is no item of the list. */
export function keptList<Item>(key: string, item: z.ZodType<Item>): KeptList<Item> {
  const listeners = new Set<() => void>();
  let known: { text: string | null; items: readonly Item[] } = { text: null, items: [] };
  /** The storage refused: from then on the page alone knows. */
  let refused = false;

  const read = () => {
    if (refused) return known.items;
    const text = storedText(key);
    if (text !== known.text) known = { text, items: parsed(text, item) };
    return known.items;
  };
  const store = (items: readonly Item[]) => {
    const text = items.length === 0 ? null : JSON.stringify(items);
    known = { text, items };
    try {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      refused = false;
    } catch {
      refused = true;
    }
  };
  return {
    read,
    change(how) {
      store(how(read()));
      for (const listener of listeners) listener();
    },
    follow(listener) {
      const elsewhere = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', elsewhere);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', elsewhere);
      };
    },
  };
}

/** The items of a list, for components. */
export function useKeptList<Item>(list: KeptList<Item>): readonly Item[] {
  return useSyncExternalStore(list.follow, list.read);
}

function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed<Item>(text: string | null, item: z.ZodType<Item>): readonly Item[] {
  try {
    return text === null ? [] : (z.array(item).safeParse(JSON.parse(text)).data ?? []);
  } catch {
    return [];
  }
}
