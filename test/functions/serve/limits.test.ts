import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import type { Caller } from '#functions/auth/tokens.ts';
import { hashOfOriginKey } from '#functions/origin-key.ts';
import { serve } from '#functions/serve.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import type { Limit } from '#shared/api/operation.ts';
import { DEVICE_HEADER } from '#shared/device-token.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { call } from '../../support/call.ts';
import { callerAt, greet, greeting } from '../../support/greeting.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

const world = worldOfFile();

const caller = (more: Partial<Caller> = {}) => callerAt(world.now(), more);

test('the CDN’s headers are ignored without its key', async () => {
  const handler = greet({ name: 'noCdn', limits: [{ per: 'address', max: 1, within: 60 }] });
  const pretending = (address: string) =>
    call(handler, { name: 'Ada' }, { headers: { 'x-viewer-address': address } });
  expect((await pretending('198.51.100.1')).http).toBe(200);
  expect((await pretending('198.51.100.2')).body.status).toBe('TOO_MANY_REQUESTS');
});

describe('a rate limit', () => {
  // Windows are fixed minutes: a test that begins with a window does not run into the next one.
  beforeEach(() => world.advance(MINUTE - (world.now() % MINUTE)));

  const minute = (per: Limit['per'], max = 2): Limit => ({ per, max, within: 60 });

  test('per address returns how long to wait', async () => {
    const handler = greet({ name: 'limitedByAddress', limits: [minute('address')] });
    const from = (address: string) => call(handler, { name: 'Ada' }, { address });
    await from('192.0.2.10');
    expect((await from('192.0.2.10')).http).toBe(200);
    const over = await from('192.0.2.10');
    expect(over.http).toBe(429);
    expect(over.body).toEqual({
      status: 'TOO_MANY_REQUESTS',
      message: REFUSALS.TOO_MANY_REQUESTS.sentence,
    });
    const wait = Number(over.headers['retry-after']);
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await from('192.0.2.11')).http).toBe(200);
    world.advance(wait * SECOND);
    expect((await from('192.0.2.10')).http).toBe(200);
  });

  test('per caller counts calls from all addresses', async () => {
    const handler = greet({ who: 'signedIn', name: 'byCaller', limits: [minute('caller')] });
    const token = await signAccessToken(caller(), world.now());
    const other = await signAccessToken(caller(), world.now());
    const from = (address: string, bearer = token) =>
      call(handler, { name: 'Ada' }, { address, token: bearer });
    await from('192.0.2.20');
    await from('192.0.2.21');
    expect((await from('192.0.2.22')).body.status).toBe('TOO_MANY_REQUESTS');
    expect((await from('192.0.2.22', other)).http).toBe(200);
  });

  test('per field value ignores how it is written', async () => {
    const handler = greet({ name: 'byField', limits: [minute({ field: 'name' })] });
    await call(handler, { name: 'Ada' }, { address: '192.0.2.30' });
    await call(handler, { name: ' ada ' }, { address: '192.0.2.31', json: true });
    const over = await call(handler, { name: 'ADA' }, { address: '192.0.2.32' });
    expect(over.body.status).toBe('TOO_MANY_REQUESTS');
    expect((await call(handler, { name: 'Grace' })).http).toBe(200);
  });

  test('per field value and address does not lock out callers at other addresses', async () => {
    const perName = minute({ field: 'name', from: 'address' });
    const handler = greet({ name: 'byFieldAndAddress', limits: [perName] });
    const from = (address: string) => call(handler, { name: 'Ada' }, { address });
    await from('192.0.2.33');
    await from('192.0.2.33');
    expect((await from('192.0.2.33')).body.status).toBe('TOO_MANY_REQUESTS');
    expect((await from('192.0.2.34')).http).toBe(200);
  });

  test.each<unknown>(['', ' ', {}, [], 7, null, { toString: 1 }])(
    'refuses a value that is no valid name (%j) without counting it',
    async (name) => {
      const handler = greet({ name: 'byOddField', limits: [minute({ field: 'name' }, 1)] });
      await call(handler, { name }, { json: true });
      expect((await call(handler, { name }, { json: true })).http).not.toBe(429);
    },
  );

  test('per address is higher on a local machine, where all callers share one address', async () => {
    const shared = { ...SETTINGS, peoplePerAddress: 3 };
    process.env.SETTINGS = JSON.stringify(shared);
    const limits = [minute('address', 1), minute({ field: 'name' }, 2)];
    const handler = greet({ name: 'sharedAddress', limits });
    const greeted = async (name: string) => (await call(handler, { name })).body.status;
    expect([await greeted('Ada'), await greeted('Ada')]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await greeted('Ada')).toBe('TOO_MANY_REQUESTS');
    expect(await greeted('Grace')).toBe('TOO_MANY_REQUESTS');
    process.env.SETTINGS = JSON.stringify(SETTINGS);
  });

  test('holds for concurrent calls', async () => {
    const handler = greet({ name: 'atOnce', limits: [minute('address', 5)] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(handler, { name: 'Ada' })),
    );
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(5);
  });

  test('per caller in the memory of the container is the default for signed-in operations', async () => {
    const { limits } = greeting({ who: 'signedIn' });
    expect(limits).toEqual([{ per: 'caller', max: 600, within: 60, inMemory: true }]);
    expect(greeting({ who: 'anyone' }).limits).toEqual([]);
    const handler = greet({ who: 'signedIn', name: 'inMemory' });
    const token = await signAccessToken(caller(), world.now());
    const other = await signAccessToken(caller(), world.now());
    const statusOf = async (bearer: string) =>
      (await call(handler, { name: 'Ada' }, { token: bearer })).body.status;
    for (let calls = 0; calls < 600; calls += 1) expect(await statusOf(token)).toBe('SUCCESS');
    expect(await statusOf(token)).toBe('TOO_MANY_REQUESTS');
    expect(await statusOf(other)).toBe('SUCCESS');
    world.advance(MINUTE);
    expect(await statusOf(token)).toBe('SUCCESS');
  });

  test('per caller in two windows counts both in one write, and returns the wait of the full one', async () => {
    const limits: Limit[] = [minute('caller', 2), { per: 'caller', max: 3, within: 3_600 }];
    const handler = greet({ who: 'signedIn', name: 'twoWindows', limits });
    // The windows of this test begin with an hour.
    world.advance(HOUR - (world.now() % HOUR));
    const token = await signAccessToken(caller(), world.now());
    const greeted = () => call(handler, { name: 'Ada' }, { token });
    const { cost } = await metered(greeted);
    expect(cost).toEqual({ calls: 1, reads: 0, writes: 1 });
    expect((await greeted()).http).toBe(200);
    const waitOf = async () => Number((await greeted()).headers['retry-after']);
    expect(await waitOf()).toBeLessThanOrEqual(60);
    world.advance(MINUTE);
    expect((await greeted()).http).toBe(200);
    expect(await waitOf()).toBeGreaterThan(60);
    world.advance(HOUR);
    const later = await signAccessToken(caller(), world.now());
    expect((await call(handler, { name: 'Ada' }, { token: later })).http).toBe(200);
  });

  test('at the edge is counted in the memory of the container too, without the table', async () => {
    const limits: Limit[] = [{ per: 'address', max: 1, within: 60, atEdge: true }];
    const handler = greet({ name: 'atEdge', limits });
    const { cost } = await metered(() => call(handler, { name: 'Ada' }));
    expect(cost).toEqual({ calls: 0, reads: 0, writes: 0 });
    expect((await call(handler, { name: 'Ada' })).http).toBe(429);
    world.advance(MINUTE);
    expect((await call(handler, { name: 'Ada' })).http).toBe(200);
  });

  test('counts each operation separately', async () => {
    const one = greet({ name: 'oneOfTwo', limits: [minute('address', 1)] });
    const other = greet({ name: 'otherOfTwo', limits: [minute('address', 1)] });
    expect((await call(one, { name: 'Ada' })).http).toBe(200);
    expect((await call(other, { name: 'Ada' })).http).toBe(200);
  });

  test('exempts a known device only if its definition says so', async () => {
    const limit = minute('address', 1);
    const answerOf = async (name: string, limits: Limit[]) => {
      const definition = { ...greeting({ name, limits }), knowsDevice: true } as const;
      const findDevice = async () => 'known';
      const handler = serve(definition, async () => ({ greeting: 'Hello' }), { findDevice });
      const send = () =>
        call(handler, { name: 'Ada' }, { headers: { [DEVICE_HEADER]: 'd'.repeat(22) } });
      return [(await send()).http, (await send()).http, (await send()).http];
    };
    expect(await answerOf('sparesNobody', [limit])).toEqual([200, 429, 429]);
    // The device has a limit of its own, which is as large.
    const sparing = { ...limit, spares: 'knownDevice' } as const;
    expect(await answerOf('sparesDevices', [sparing])).toEqual([200, 200, 429]);
  });

  test('is not used up by calls with an invalid token', async () => {
    const handler = greet({ who: 'signedIn', name: 'noToken', limits: [minute('caller', 1)] });
    await call(handler, { name: 'Ada' });
    const token = await signAccessToken(caller(), world.now());
    expect((await call(handler, { name: 'Ada' }, { token })).http).toBe(200);
  });
});

describe('behind the CDN', () => {
  const limited = greet({ name: 'behindCdn', limits: [{ per: 'address', max: 1, within: 60 }] });
  const through = (headers: Record<string, string>) => call(limited, { name: 'Ada' }, { headers });

  beforeAll(() => {
    process.env.ORIGIN_KEY_HASHES = ['the-key', 'the-next-key'].map(hashOfOriginKey).join(',');
  });
  afterAll(() => {
    delete process.env.ORIGIN_KEY_HASHES;
  });

  test('a call that bypasses the CDN is refused', async () => {
    for (const key of ['', 'guessed', 'the-kez', 'the-key,the-next-key', ',']) {
      const answer = await through(key ? { 'x-origin-key': key } : {});
      expect(answer.http).toBe(403);
      expect(answer.body.status).toBe('FORBIDDEN');
    }
  });

  test('a call with either of two valid origin keys is accepted', async () => {
    for (const key of ['the-key', 'the-next-key'])
      expect(
        (await through({ 'x-origin-key': key, 'x-viewer-address': `203.0.113.${key.length}` }))
          .http,
      ).toBe(200);
  });

  test('the caller’s address is the one that the CDN reports', async () => {
    const viewer = (address: string) =>
      through({ 'x-origin-key': 'the-key', 'x-viewer-address': address });
    expect((await viewer('198.51.100.7')).http).toBe(200);
    expect((await viewer('198.51.100.7')).body.status).toBe('TOO_MANY_REQUESTS');
    expect((await viewer('198.51.100.8')).http).toBe(200);
    expect((await viewer('2001:db8::7')).http).toBe(200);
    expect((await viewer('2001:db8::7')).body.status).toBe('TOO_MANY_REQUESTS');
    // Another address in the same /64 network.
    expect((await viewer('2001:db8::1:2:3:4')).body.status).toBe('TOO_MANY_REQUESTS');
    expect((await viewer('2001:db8:0:1::7')).http).toBe(200);
  });
});
