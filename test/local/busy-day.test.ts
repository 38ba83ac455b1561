import { expect, test } from '@jest/globals';
import { DEFAULT_REFUND_ALONE_CENTS } from '#shared/settings.ts';
import { enterOver } from '../support/client.ts';
import { productOfFile } from './product-of-file.ts';

/* The busy day at the desk, which the page below /_local adds to the seeded data. */

const local = productOfFile({ seed: true });

const ask = async (path: string) => (await fetch(`${local.url}/_local/${path}`)).json();
const happen = () => fetch(`${local.url}/_local/busy-day`, { method: 'POST' });

/** Everything that the desk shows to a member of staff. */
async function desk() {
  const staff = await enterOver(local.url, 'desk');
  const rows = [];
  let cursor: string | undefined;
  do {
    const body = await staff.queue({ input: { cursor } });
    rows.push(...body.data);
    cursor = body.cursor;
  } while (cursor);
  return { tiles: (await staff.tiles()).data, rows };
}

test('the busy day brings thirty open cases of every queue, once, and nine hours pass', async () => {
  expect(await ask('busy-day')).toMatchObject({ state: 'READY', hours: 9 });
  const response = await happen();
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  expect(local.clock.offsetMs).toBeGreaterThanOrEqual(9 * 3_600_000);

  const { tiles, rows } = await desk();
  expect(rows.length).toBeGreaterThanOrEqual(30);
  expect(tiles.filter(({ count }) => count === 0)).toEqual([]);
  const queues = new Set(rows.map(({ queue }) => queue));
  expect(queues.size).toBe(8);
  const claims = rows.filter(({ queue }) => queue === 'CLAIMS');
  const amounts = claims.map(({ amount }) => Math.round(Number(amount) * 100));
  expect(new Set(amounts).size).toBeGreaterThanOrEqual(5);
  expect(Math.max(...amounts)).toBeGreaterThan(DEFAULT_REFUND_ALONE_CENTS);
  expect(rows.some(({ others }) => others === 2)).toBe(true);

  const { data } = await ask('ledger');
  const sum = data.reduce((total: number, row: { balance: number }) => total + row.balance, 0);
  expect(sum).toBe(0);
  expect((await ask('people')).others).toEqual([]);
  expect(await ask('busy-day')).toMatchObject({ state: 'HAPPENED' });
  expect((await happen()).status).toBe(409);
});
