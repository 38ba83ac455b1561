import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Local, startLocal } from '#lib/local/local.ts';
import { DEFAULT_REFUND_ALONE_CENTS } from '#shared/settings.ts';
import { layPlantedWorld } from '../support/planted-world.ts';
import { newFolder } from './machine.ts';

/* The busy day at the desk, which the page below /_local adds to the seeded data. */

const { folder, remove } = newFolder();
let local: Local;

beforeAll(async () => {
  await layPlantedWorld(folder);
  local = await startLocal({ folder, port: 0, web: false, quiet: true });
});

afterAll(async () => {
  await local?.stop();
  remove();
});

const ask = async (path: string) => (await fetch(`${local.url}/_local/${path}`)).json();
const happen = () => fetch(`${local.url}/_local/busy-day`, { method: 'POST' });

/** Everything that the desk shows to a member of staff. */
async function desk() {
  const signedIn = await fetch(`${local.url}/_local/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'desk' }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const refreshed = await fetch(`${local.url}/refreshToken`, {
    method: 'POST',
    headers: { cookie, 'x-session': 'cookie', origin: local.url },
  });
  const { access_token: token } = await refreshed.json();
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string) =>
    (await fetch(`${local.url}/api/${path}`, { headers })).json();
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await read(`viewDeskQueue${cursor ? `?cursor=${cursor}` : ''}`);
    rows.push(...page.data);
    cursor = page.cursor;
  } while (cursor);
  return { tiles: (await read('viewDeskQueues')).data, rows };
}

type Tile = { readonly tile: string; readonly count: number };
type Row = { readonly queue: string; readonly amount: string | null; readonly others: number };

test('the busy day brings thirty open cases of every queue, once, and nine hours pass', async () => {
  expect(await ask('busy-day')).toMatchObject({ state: 'READY', hours: 9 });
  const response = await happen();
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  expect(local.clock.offsetMs).toBeGreaterThanOrEqual(9 * 3_600_000);

  const { tiles, rows } = await desk();
  expect(rows.length).toBeGreaterThanOrEqual(30);
  expect(tiles.filter(({ count }: Tile) => count === 0)).toEqual([]);
  const queues = new Set(rows.map(({ queue }: Row) => queue));
  expect(queues.size).toBe(8);
  const claims = rows.filter(({ queue }: Row) => queue === 'CLAIMS');
  const amounts = claims.map(({ amount }: Row) => Math.round(Number(amount) * 100));
  expect(new Set(amounts).size).toBeGreaterThanOrEqual(5);
  expect(Math.max(...amounts)).toBeGreaterThan(DEFAULT_REFUND_ALONE_CENTS);
  expect(rows.some(({ others }: Row) => others === 2)).toBe(true);

  const { data } = await ask('ledger');
  const sum = data.reduce((total: number, row: { balance: number }) => total + row.balance, 0);
  expect(sum).toBe(0);
  expect((await ask('people')).others).toEqual([]);
  expect(await ask('busy-day')).toMatchObject({ state: 'HAPPENED' });
  expect((await happen()).status).toBe(409);
});
