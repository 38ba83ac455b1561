import { type Key, nameOf } from './keys.ts';
import type { TableReader } from './table.ts';

/** Items that one call has read with the caller's session, by the name of their key; undefined if there is no such item. */
export type ReadAhead = ReadonlyMap<string, unknown>;

/**
 * The table for a handler, some of whose items were read ahead: its first reads get them without another request.
 *
 * They count only until the handler first waits for anything, such as the table or Stripe. After that each read asks the table,
 * so a handler that reads an item again, to see what has changed meanwhile, sees it. Promises that wait for nothing are done
 * before `setImmediate`; an answer from the network comes after it.
 */
export function withReadAhead<Table extends TableReader>(table: Table, ahead: ReadAhead): Table {
  let isFresh = true;
  setImmediate(() => {
    isFresh = false;
  });
  const isAhead = (key: Key) => isFresh && ahead.has(nameOf(key));
  const itemOf = <Found>(key: Key) => ahead.get(nameOf(key)) as Found | undefined;
  return {
    ...table,
    async get<Found>(key: Key, consistency?: 'eventual') {
      return isAhead(key) ? itemOf<Found>(key) : table.get<Found>(key, consistency);
    },
    async getMany<Found>(keys: readonly Key[], consistency?: 'eventual') {
      const [known, others] = [keys.filter(isAhead), keys.filter((key) => !isAhead(key))];
      const found = new Map(known.map((key) => [nameOf(key), itemOf<Found>(key)]));
      const read = others.length > 0 ? await table.getMany<Found>(others, consistency) : [];
      others.forEach((key, nth) => {
        found.set(nameOf(key), read[nth]);
      });
      return keys.map((key) => found.get(nameOf(key)));
    },
  };
}
