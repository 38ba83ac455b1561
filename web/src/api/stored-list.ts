import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { parsedJson } from './parsed-json.ts';
import { deviceStorage } from './storage.ts';

/*
 * A list in local storage that components subscribe to: messages that may not have arrived. Every tab reads the
 * current list before it writes.
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

  const read = () => {
    const text = deviceStorage.getItem(key);
    if (text !== known.text) known = { text, items: parsed(text, item) };
    return known.items;
  };
  const store = (items: readonly Item[]) => {
    const text = items.length === 0 ? null : JSON.stringify(items);
    known = { text, items };
    if (text === null) deviceStorage.removeItem(key);
    else deviceStorage.setItem(key, text);
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

const parsed = <Item>(text: string | null, item: z.ZodMiniType<Item>): readonly Item[] =>
  z.array(item).safeParse(parsedJson(text)).data ?? [];
