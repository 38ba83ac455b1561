import { afterEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { countCases } from '#functions/storage/desk/cases.ts';
import { caseRecordIndex } from '#functions/storage/index-keys.ts';
import { caseKey, searchRecordKey } from '#functions/storage/keys.ts';
import { allItems, countItems } from '#functions/storage/list-position.ts';
import { put, table } from '#functions/storage/table.ts';
import { createTable, deleteTable } from '#lib/local/engine.ts';
import { TransientFaults } from '../simulation/transient-faults.ts';
import { type FaultyEngine, startFaultyEngine } from '../support/faults/faulty-engine.ts';
import { scanTable } from '../support/scanned-table.ts';
import { type RandomRequest, randomRequest } from '../support/table-model/random-requests.ts';
import { worldOfFile } from '../support/test-world.ts';

/* The transient faults of DynamoDB, between the real client and the engine. The client and the table get over all of them. */

const world = worldOfFile();
const ENGINE = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';

let engine: FaultyEngine | undefined;
afterEach(async () => {
  jest.restoreAllMocks();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = ENGINE;
  await engine?.stop();
  engine = undefined;
});

/** Puts an engine with only these faults in place of the real one. The pauses between tries take no time. */
async function withFaults(given: ConstructorParameters<typeof TransientFaults>[1]) {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const rates = { throttled: 0, conflict: 0, incomplete: 0, ...given };
  engine = await startFaultyEngine(ENGINE, new TransientFaults(1, rates));
  process.env.AWS_ENDPOINT_URL_DYNAMODB = engine.url;
  return engine;
}

type QueriedPage = { readonly items: unknown[]; readonly count: number; readonly next: unknown };
const isPage = (one: unknown): one is QueriedPage => Object.hasOwn(one as object, 'count');

/** The result of each request, or the name of its error; the pages of a query as one. */
async function outcomesOf(requests: readonly RandomRequest[]): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const { send } of requests)
    try {
      const result = await send();
      outcomes.push(
        Array.isArray(result) && result.every((one) => one && isPage(one))
          ? wholeOf(result)
          : result,
      );
    } catch (fault) {
      outcomes.push((fault as Error).name);
    }
  return outcomes;
}

const wholeOf = (pages: readonly QueriedPage[]) => ({
  items: pages.flatMap(({ items }) => items),
  count: pages.reduce((sum, { count }) => sum + count, 0),
});

test('requests have the same results with transient faults as without them', async () => {
  // Requests name the table for which they are made.
  const requests = fc.sample(randomRequest, { seed: 20_261_126, numRuns: 400 });
  const without = await outcomesOf(requests);
  const items = await scanTable(world.tableName);
  await deleteTable(ENGINE, world.tableName);
  await createTable(ENGINE, world.tableName, { stream: false });
  const { counts } = await withFaults({ throttled: 0.06, conflict: 0.3, incomplete: 0.8 });
  expect(await outcomesOf(requests)).toEqual(without);
  expect(await scanTable(world.tableName)).toEqual(items);
  for (const fault of ['rejected', 'response lost', 'keys left over', 'more pages'])
    expect([fault, (counts[fault] ?? 0) > 5]).toEqual([fault, true]);
});

test('a whole list is read and counted from as many pages as DynamoDB makes of it', async () => {
  const ids = Array.from({ length: 9 }, (_, nth) => String(nth));
  for (const id of ids) {
    const list = caseRecordIndex('REPORT', { openedBy: 'one', userId: 'other' }, world.now(), id);
    await table.write(put({ ...caseKey(id), ...list }));
    await table.write(put({ ...searchRecordKey('listed'), sk: id }));
  }
  await withFaults({ incomplete: 1 });
  const list = { partition: searchRecordKey('listed').pk, consistent: true };
  expect(await allItems(table, list)).toMatchObject(ids.map((sk) => ({ sk })));
  expect(await countItems(table, list)).toBe(ids.length);
  expect(await countCases(table, 'one', 'REPORT')).toEqual({ by: ids.length, against: 0 });
  expect(await countCases(table, 'other', 'REPORT')).toEqual({ by: 0, against: ids.length });
});

/** Records the pauses (ms) between tries, which are random, at their longest. */
function longestPauses(): number[] {
  const pauses: number[] = [];
  const wait = globalThis.setTimeout;
  jest.spyOn(Math, 'random').mockReturnValue(1);
  // Connections that stay open set timers with arguments meanwhile.
  const shortened = (run: () => void, after = 0, ...given: []) => {
    if (!PAUSES.includes(after)) return wait(run, after, ...given);
    pauses.push(after);
    return wait(run, 0, ...given);
  };
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(shortened as typeof setTimeout);
  return pauses;
}
const PAUSES = [50, 100, 200, 400, 800, 1_600];

const KEYS = Array.from({ length: 30 }, (_, nth) => ({ ...searchRecordKey('read'), sk: `${nth}` }));

test.each([
  ['a conflicting write', { conflict: 1 }, () => table.write(put(searchRecordKey('read')))],
  ['a batch that left keys over', { incomplete: 1 }, () => table.getMany(KEYS)],
])('%s is sent again after pauses that double', async (_name, rates, send) => {
  await withFaults(rates);
  const pauses = longestPauses();
  await send();
  expect(pauses.length).toBeGreaterThan(1);
  expect(pauses).toEqual(pauses.map((_, nth) => (pauses[0] ?? 0) * 2 ** nth));
});
