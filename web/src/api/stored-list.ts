import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

/*
 * A list in local storage that components subscribe to: messages that may not have arrived. Every tab reads the
 * current list before it writes. Without storage the list lives as long as the page.
 */

export type StoredList<Item> = {
  read(): readonly Item[];
  change(how: (items: readonly Item[]) => readonly Item[]): void;
  /** Subscribes to changes, also from other tabs. Returns the function that unsubscribes. */
  follow(listener: () => void): () => void;
};

/** Creates a stored list; entries that do not match the schema `item` are dropped. */
export function storedList<Item>(key: string, item: z.ZodMiniType<Item>): StoredList<Item> {
  const listeners = new Set<() => void>();
  let known: { text: string | null; items: readonly Item[] } = { text: null, items: [] };
  /** The storage refused a write: from now on the list is only in memory. */
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

/** The items of a list for components. */
export function useStoredList<Item>(list: StoredList<Item>): readonly Item[] {
  return useSyncExternalStore(list.follow, list.read);
}

function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed<Item>(text: string | null, item: z.ZodMiniType<Item>): readonly Item[] {
  try {
    return text === null ? [] : (z.array(item).safeParse(JSON.parse(text)).data ?? []);
  } catch {
    return [];
  }
}
