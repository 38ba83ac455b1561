import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Local, startLocal } from '../../lib/local/local.ts';
import { layPlantedWorld } from '../support/planted-world.ts';
import { newFolder } from './machine.ts';

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

const post = (path: string, fields: object = {}, headers: object = {}) =>
  fetch(`${local.url}/_local/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  });

/** Signs in with the page below /_local, and returns the access token that a browser gets with its cookie. */
async function accessOf(username: string): Promise<{ token: string; fullName: string }> {
  const signedIn = await post('sign-in', { username });
  expect(signedIn.status).toBe(200);
  const [cookie = ''] = signedIn.headers.getSetCookie();
  expect(cookie).toContain('HttpOnly');
  const refreshed = await fetch(`${local.url}/refreshToken`, {
    method: 'POST',
    headers: { cookie: cookie.split(';')[0] ?? '', 'x-session': 'cookie', origin: local.url },
  });
  const { access_token: token, full_name: fullName } = await refreshed.json();
  return { token, fullName };
}

const read = (operation: string, token: string) =>
  fetch(`${local.url}/api/${operation}`, { headers: { authorization: `Bearer ${token}` } });

describe('the sign-in of this machine', () => {
  test('opens a session of any demo person that the product accepts', async () => {
    const { token, fullName } = await accessOf('clara.jung');
    expect(fullName).toBe('Clara Jung');
    expect((await read('viewOrderList?filter=ALL', token)).status).toBe(200);
  });

  test('opens the desk for staff with a passkey that is made once', async () => {
    for (const username of ['desk', 'desk', 'desk.finance']) {
      const { token } = await accessOf(username);
      expect((await read('viewDeskQueues', token)).status).toBe(200);
      const { data } = await (await read('viewPasskeys', token)).json();
      expect(data.map(({ name }: { name: string }) => name)).toEqual(['This machine']);
    }
  });

  test('refuses an unknown username and a page of another site', async () => {
    expect((await post('sign-in', { username: 'nobody.here' })).status).toBe(404);
    const elsewhere = await post(
      'sign-in',
      { username: 'clara.jung' },
      { origin: 'https://elsewhere.test' },
    );
    expect([elsewhere.status, elsewhere.headers.getSetCookie()]).toEqual([403, []]);
  });

  test('signs a browser out by deleting its refresh cookie', async () => {
    const [cookie] = (await post('sign-out')).headers.getSetCookie();
    expect(cookie).toContain('Max-Age=0');
  });
});
