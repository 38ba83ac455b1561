import { describe, expect, test } from '@jest/globals';
import { serve } from '#functions/serve.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { call } from '../../support/call.ts';
import { greeting } from '../../support/greeting.ts';
import { bearer, newPerson, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Caching and compression of responses. */

const world = worldOfFile();

test('a signed-in caller sees the link that they have just added', async () => {
  const person = await newPerson(world);
  const added = await person.addsLink('Home', 'https://letters.example.org');
  expect((await person.linksOf(person)).data).toMatchObject([{ id: added.id, linkName: 'Home' }]);
});

describe('the response with a public profile', () => {
  const asked = async (person: Awaited<ReturnType<typeof newPerson>>) =>
    [
      ['viewUserProfile', { username: person.user.username }],
      ['viewUserProfileByReferralCode', { referralCode: person.user.referralCode }],
      ['viewUserLinksById', { userId: person.user.id }],
    ] as const;

  test('to a guest may be cached briefly by the CDN, and is revalidated by browsers', async () => {
    for (const [operation, input] of await asked(await newPerson(world))) {
      const { http, headers } = await responseTo(visitor().calls(operation, input));
      expect({ http, ...headers }).toMatchObject({
        http: 200,
        'cache-control': 'public, max-age=0, s-maxage=5',
        vary: expect.stringContaining('authorization'),
      });
    }
  });

  test('is never cached if the request has a token, valid or not', async () => {
    const [person, viewer] = [await newPerson(world), await newPerson(world)];
    for (const [operation, input] of await asked(person))
      for (const token of [viewer.token, 'nonsense']) {
        const { http, headers } = await responseTo(bearer(token).calls(operation, input));
        expect({ http, ...headers }).toMatchObject({ http: 200, 'cache-control': 'no-store' });
      }
  });

  test('is never cached if it is a refusal', async () => {
    for (const [operation, input] of [
      ['viewUserProfile', { username: 'nobody.at.all' }],
      ['viewUserProfile', {}],
      ['viewUserProfileByReferralCode', { referralCode: 'NOBODY' }],
      ['viewUserLinksById', { userId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
    ] as const) {
      const { http, headers } = await responseTo(visitor().calls(operation, input));
      expect(http).toBeGreaterThanOrEqual(400);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('is cached only for GET operations that anyone may call', () => {
    for (const { name, sharedSeconds, who, method } of Object.values<OperationSpec>(operations))
      if (sharedSeconds !== undefined)
        expect({ name, who, method }).toEqual({ name, who: 'anyone', method: 'GET' });
  });
});

describe('a response of a thousand bytes or more', () => {
  const long = 'a letter '.repeat(500);
  const handler = serve(greeting(), async () => ({ greeting: long }));
  const ask = (accepted?: string) =>
    call(handler, { name: 'Ada' }, accepted ? { headers: { 'accept-encoding': accepted } } : {});

  test.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', '*'])(
    'is compressed for the Accept-Encoding %s',
    async (accepted) => {
      const { body, headers } = await ask(accepted);
      expect(body.greeting).toBe(long);
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    },
  );

  test.each([undefined, 'identity', 'gzip;q=0', 'br'])(
    'is not compressed for the Accept-Encoding %s',
    async (accepted) => {
      const { body, headers } = await ask(accepted);
      expect(body.greeting).toBe(long);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('accept-encoding');
    },
  );

  test('is compressed only from that length on: a shorter one never is', async () => {
    const short = serve(greeting(), async () => ({ greeting: 'Hello' }));
    const { headers } = await call(
      short,
      { name: 'Ada' },
      { headers: { 'accept-encoding': 'gzip' } },
    );
    expect(headers['content-encoding']).toBeUndefined();
  });
});
