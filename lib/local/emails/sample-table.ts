import type { Key } from '#functions/storage/keys.ts';
import type { Item, TableReader } from '#functions/storage/table.ts';

/** A table in memory that can only be read: what the writers of emails read of the samples. */
export function sampleTable(items: readonly Item[]): TableReader {
  const stored = new Map(items.map((item) => [nameOf(item), item]));
  return {
    get: async <Found>(key: Key) => stored.get(nameOf(key)) as Found | undefined,
    getMany: async <Found>(keys: readonly Key[]) =>
      keys.map((key) => stored.get(nameOf(key)) as Found | undefined),
    query: async <Found>({ partition, prefix = '', newestFirst }: Query) => {
      const found = items
        .filter(({ pk, sk }) => pk === partition && sk.startsWith(prefix))
        .toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
      if (newestFirst) found.reverse();
      return { items: found as unknown as Found[], count: found.length };
    },
  };
}

type Query = Parameters<TableReader['query']>[0];

const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
