import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import type { AuditEntry } from '#functions/storage/audit.ts';
import type { Key } from '#functions/storage/keys.ts';
import { put, remove, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { instant } from '#shared/time.ts';

/* Writes that decide by an item which changes between the read and the write. */

/** The time at which the items are written. */
export const NOW = instant(Date.UTC(2027, 4, 1));
export const someId = (): string => newId(NOW);

export const audit = (about: string): AuditEntry => ({
  id: someId(),
  at: NOW,
  who: 'test',
  command: 'test',
  about,
  reason: 'test',
  outcome: 'test',
});

type Change = Readonly<Record<string, unknown>>;

export type OvertakenWrite = {
  readonly what: string;
  /** The item as it was read. */
  readonly item: Key & Change;
  /** Writes what was decided by that item. */
  readonly write: () => Promise<unknown>;
  /** Changes that other calls may have made since the item was read: `undefined` removes an attribute, GONE the item. */
  readonly changes: readonly (Change | 'GONE')[];
  /** The outcome of the write after each of these changes. */
  readonly outcome: string;
};

const store = async (item: Key & Change) => {
  const attributes = Object.entries(item).filter(([, value]) => value !== undefined);
  await table.write(put(Object.fromEntries(attributes) as Key & Change));
};

/** Checks that a write is refused after each change of the item, leaves it as it is, and succeeds if nothing has changed. */
export async function expectRefusedIfOvertaken(overtaken: OvertakenWrite): Promise<void> {
  const { item, write, changes, outcome } = overtaken;
  const { pk, sk } = item;
  for (const change of changes) {
    if (change === 'GONE') await table.write(remove({ pk, sk }));
    else await store({ ...item, ...change });
    const before = await table.get({ pk, sk });
    expect([change, await write()]).toEqual([change, outcome]);
    expect(await table.get({ pk, sk })).toEqual(before);
  }
  await store(item);
  expect(await write()).toBe('done');
}

/** Runs a write that returns no outcome. Returns `STAYS` if it has not changed the item, otherwise `done`. */
export const outcomeOf = async ({ pk, sk }: Key, write: () => Promise<unknown>) => {
  const before = await table.get({ pk, sk });
  await write();
  return isDeepStrictEqual(await table.get({ pk, sk }), before) ? 'STAYS' : 'done';
};
