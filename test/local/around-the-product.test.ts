import { describe, expect, test } from '@jest/globals';
import { productOfFile } from './product-of-file.ts';

const local = productOfFile({ seed: true });

const ask = async (path: string) => (await fetch(`${local.url}/_local/${path}`)).json();
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

describe('the page of this machine', () => {
  test('has fifteen cards of people and staff, in words that are true of the data', async () => {
    const { data } = await ask('people');
    const cards = data.filter(({ folded }: { folded?: true }) => !folded);
    expect(cards).toHaveLength(15);
    const words = new Map(
      cards.map((one: { username: string; card: string }) => [one.username, one.card]),
    );
    expect(words.get('ana.markovic')).toBe('Answers. 2 letters and a claim wait for her');
    expect(words.get('clara.jung')).toMatch(/^Asks\. 1[78] hours until her \$25\.00 goes back$/);
    expect(words.get('ravi.menon')).toContain('$18.60 frozen');
    expect(words.get('sofia.lindqvist')).toBe('Answers. A payout held for a check');
  });

  test('sums up the money of the ledger in seven sums, whose total is what Stripe has', async () => {
    const { sums, total, atStripe } = await ask('money');
    expect(sums.map(({ name }: { name: string }) => name)).toEqual([
      'On hold and charged, not yet earned',
      'Owed to creators',
      'Frozen by claims',
      'Kept while we look at a report',
      'Our fees',
      'Plans',
      'Paid out so far',
    ]);
    expect(total).toBe(sums.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0));
    expect(atStripe).toBe(total);
    expect(total).toBeGreaterThan(30_000);
  });

  test('says whose each text message is', async () => {
    const { data } = await ask('sms');
    expect(data.length).toBeGreaterThan(0);
    for (const { to, person } of data) expect(person).toMatchObject({ phoneNumber: to });
  });

  test.each([
    ['deadline', 'clara.jung', 'Clara got no answer. All $25.00 went back to her card.'],
    ['claim', 'sam.whitaker', 'Ana didn’t respond to Sam’s claim. He got $25.00 back.'],
    ['payday', 'ana.markovic', 'What was earned went to the banks, and Ana sees hers.'],
    ['renewal', 'ana.markovic', 'Ana’s card was declined. She sees what to do to keep Starter.'],
  ])(
    'tells the story %s once, and then says who sees what happened',
    async (id, username, text) => {
      const find = (stories: { id: string }[]) => stories.find((one) => one.id === id);
      const { at } = find((await ask('stories')).data) as unknown as { at: string };
      const told = await post(`stories/${id}`);
      expect(told.status).toBe(200);
      expect(find((await told.json()).data)).toMatchObject({ text, seenBy: { username } });
      const passed = Date.parse((await ask('clock')).now) - Date.parse(at);
      expect(passed).toBeGreaterThanOrEqual(0);
      expect(passed).toBeLessThan(4 * 3_600_000);
      expect((await post(`stories/${id}`)).status).toBe(409);
      const { total, atStripe } = await ask('money');
      expect(atStripe).toBe(total);
    },
  );

  test('cannot start over where nothing can start the process again', async () => {
    expect((await ask('people')).mayStartOver).toBe(false);
    expect((await post('start-over')).status).toBe(404);
  });
});
