import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serve } from '../../../functions/serve.ts';
import { call } from '../../support/call.ts';
import { greet, greeting } from '../../support/greeting.ts';
import { startWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('reading the input', () => {
  const handler = greet();

  test('a form and JSON say the same', async () => {
    const input = { name: 'Ada & Grace', tip: '8.50' };
    for (const json of [false, true])
      expect((await call(handler, input, { json })).body.greeting).toBe(
        'Hello Ada & Grace, 850 cents',
      );
  });

  test('each field that breaks a rule has its own sentence, and the first is the message', async () => {
    const answer = await call(handler, { tip: 'much' });
    expect(answer.http).toBe(400);
    expect(answer.body).toEqual({
      status: 'INVALID_INPUT',
      message: 'Please enter your name',
      fields: { name: 'Please enter your name', tip: 'Please enter a tip' },
    });
  });

  test.each(['{', '[]', '"text"', 'null', '12'])(
    'the body %s is not a JSON object',
    async (rawBody) => {
      const answer = await call(handler, {}, { json: true, rawBody });
      expect(answer.http).toBe(400);
      expect(answer.body).toEqual({
        status: 'INVALID_INPUT',
        message: 'The body is not a JSON object.',
      });
    },
  );

  test('half a character, which only JSON can spell, becomes the sign for what cannot be read', async () => {
    const rawBody = '{"name":"Ada \\ud83d"}';
    const answer = await call(handler, {}, { json: true, rawBody });
    expect(answer.body.greeting).toBe('Hello Ada \ufffd');
    const whole = await call(handler, { name: 'Ada 😀' }, { json: true });
    expect(whole.body.greeting).toBe('Hello Ada 😀');
  });

  test('an empty body is an empty input', async () => {
    for (const json of [false, true])
      expect((await call(handler, {}, { json, rawBody: '' })).body.fields).toEqual({
        name: 'Please enter your name',
      });
  });

  test('a repeated key is a list, and no field takes one by accident', async () => {
    const list = await call(handler, { name: 'Ada', tags: ['a', 'b'] });
    expect(list.http).toBe(200);
    const twice = await call(handler, { name: ['Ada', 'Grace'] });
    expect(twice.body.fields).toEqual({ name: 'Please enter your name' });
  });

  test('fields that nobody asked for are dropped', async () => {
    const seen: object[] = [];
    const curious = serve(greeting(), async (input) => {
      seen.push(input);
      return { greeting: 'Hello' };
    });
    await call(curious, { name: 'Ada', admin: 'true', __proto__: 'x' });
    expect(seen).toEqual([{ name: 'Ada' }]);
  });

  test('a wrong input is refused after who is calling was asked', async () => {
    const answer = await call(greet({ who: 'signedIn' }), {});
    expect(answer.body.status).toBe('UNAUTHENTICATED');
  });
});
