import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { serve } from '#functions/serve.ts';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { call } from '../../support/call.ts';
import { greet, greeting } from '../../support/greeting.ts';
import { worldOfFile } from '../../support/test-world.ts';

worldOfFile();

describe('the input of an operation', () => {
  const handler = greet();

  test('is the same from a form and from JSON', async () => {
    const input = { name: 'Ada & Grace', tip: '8.50' };
    for (const json of [false, true])
      expect((await call(handler, input, { json })).body.greeting).toBe(
        'Hello Ada & Grace, 850 cents',
      );
  });

  test('may be JSON under any spelling of its content type', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'text/json']) {
      const options = { headers: { 'content-type': type }, rawBody: '{"name":"Ada"}' };
      expect((await call(handler, {}, options)).body.greeting).toBe('Hello Ada');
    }
  });

  test('has an error for each invalid field, and the first is the message', async () => {
    const answer = await call(handler, { tip: 'much' });
    expect(answer.http).toBe(400);
    expect(answer.body).toEqual({
      status: 'INVALID_INPUT',
      message: 'Please enter your name',
      fields: { name: 'Please enter your name', tip: 'Please enter a tip' },
    });
  });

  test.each(['{', '[]', '"text"', 'null', '12'])(
    'is refused if the body %s is not a JSON object',
    async (rawBody) => {
      const answer = await call(handler, {}, { json: true, rawBody });
      expect(answer.http).toBe(400);
      expect(answer.body).toEqual({
        status: 'INVALID_INPUT',
        message: 'The body isn’t a JSON object.',
      });
    },
  );

  test('replaces unpaired surrogates from JSON', async () => {
    const rawBody = '{"name":"Ada \\ud83d"}';
    const answer = await call(handler, {}, { json: true, rawBody });
    expect(answer.body.greeting).toBe('Hello Ada \ufffd');
    const whole = await call(handler, { name: 'Ada 😀' }, { json: true });
    expect(whole.body.greeting).toBe('Hello Ada 😀');
  });

  test('treats null from JSON as a missing field', async () => {
    const rawBody = '{"name":"Ada","tip":null}';
    expect((await call(handler, {}, { json: true, rawBody })).body.greeting).toMatch(/^Hello Ada/);
  });

  test('is empty if the body is empty', async () => {
    for (const json of [false, true])
      expect((await call(handler, {}, { json, rawBody: '' })).body.fields).toEqual({
        name: 'Please enter your name',
      });
  });

  test('has a list for a repeated key, which is refused for a single-value field', async () => {
    const list = await call(handler, { name: 'Ada', tags: ['a', 'b'] });
    expect(list.http).toBe(200);
    const twice = await call(handler, { name: ['Ada', 'Grace'] });
    expect(twice.body.fields).toEqual({ name: 'Please enter your name' });
  });

  test('drops unknown fields', async () => {
    const seen: object[] = [];
    const curious = serve(greeting(), async (input) => {
      seen.push(input);
      return { greeting: 'Hello' };
    });
    await call(curious, { name: 'Ada', admin: 'true', __proto__: 'x' });
    expect(seen).toEqual([{ name: 'Ada' }]);
  });

  test('that breaks a rule without its own message gets a general message', async () => {
    const input = z.object({
      note: z.optional(z.string().check(z.maxLength(1_200))),
      kind: z.enum(['a', 'b']),
    });
    const terse = serve({ ...greeting(), input }, async () => ({ greeting: 'Hello' }));
    const fieldsOf = async (sent: object) =>
      (await call(terse, {}, { json: true, rawBody: JSON.stringify(sent) })).body.fields;
    const no = 'Check this and try again';
    expect(await fieldsOf({ note: 7 })).toEqual({ note: no, kind: 'Please fill this in' });
    expect(await fieldsOf({ note: 'a'.repeat(1_201), kind: 'c' })).toEqual({
      note: 'This can have at most 1,200 characters',
      kind: no,
    });
  });

  test.each(
    Object.values<OperationSpec>(operations).map(
      (operation) => [operation.name, operation] as const,
    ),
  )('of %s gets an error message of the product, not of a library', async (_name, { input }) => {
    const reads = serve({ ...greeting(), input }, async () => ({ greeting: 'Hello' }));
    for (const field of Object.keys(input.shape))
      for (const value of [7, true, {}, ['a', 'b'], '', 'x'.repeat(5_000), '\u0000']) {
        const { body } = await call(reads, { [field]: value }, { json: true });
        expect([field, value, ...Object.values(body.fields ?? {})].join()).not.toMatch(
          /invalid|expected|received|too (big|small)|unrecognized|must match/i,
        );
      }
  });

  test('larger than the limit is refused before it is read, as a form, as JSON and in base64', async () => {
    const small = serve({ ...greeting(), maxBodyBytes: 100 }, async () => ({ greeting: 'Hello' }));
    const refused = {
      status: 'INVALID_INPUT',
      message:
        'This is too long to send. Nothing was sent. Shorten it or remove a picture, then try again.',
    };
    for (const json of [false, true]) {
      const fits = { name: 'a'.repeat(json ? 89 : 95) };
      expect((await call(small, fits, { json })).http).toBe(200);
      const { http, body } = await call(small, { name: `${fits.name}b` }, { json });
      expect({ http, body }).toEqual({ http: 400, body: refused });
      const broken = await call(small, {}, { json, rawBody: `{${'é'.repeat(50)}` });
      expect(broken.body).toEqual(refused);
    }
    expect((await call(small, { name: 'a'.repeat(96) }, { method: 'GET' })).body).toEqual(refused);
  });

  test('is refused with more than 500 form fields, and read with 500', async () => {
    const pairs = (count: number) => `name=Ada&${'tags=a&'.repeat(count - 1).slice(0, -1)}`;
    expect((await call(handler, {}, { rawBody: pairs(500) })).http).toBe(200);
    expect((await call(handler, {}, { rawBody: pairs(501) })).body).toEqual({
      status: 'INVALID_INPUT',
      message: 'A form can have at most 500 fields.',
    });
  });

  test('is validated after the caller is authenticated', async () => {
    const answer = await call(greet({ who: 'signedIn' }), {});
    expect(answer.body.status).toBe('UNAUTHENTICATED');
  });
});
