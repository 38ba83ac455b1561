import { describe, expect, test } from '@jest/globals';
import { serve } from '#functions/serve.ts';
import { REFUSALS, Refusal, type RefusalCode } from '#shared/refusals.ts';
import { call } from '../../support/call.ts';
import { greeting } from '../../support/greeting.ts';
import { worldOfFile } from '../../support/test-world.ts';

worldOfFile();

describe('a response', () => {
  const failing = (fault: () => Error) =>
    serve(greeting(), async () => {
      throw fault();
    });

  test.each(Object.keys(REFUSALS) as RefusalCode[])(
    'for %s has its HTTP status and a message',
    async (code) => {
      const answer = await call(
        failing(() => new Refusal(code)),
        { name: 'Ada' },
      );
      expect(answer.http).toBe(REFUSALS[code].http);
      expect(answer.body).toEqual({ status: code, message: REFUSALS[code].sentence });
    },
  );

  test('for a refusal has its fields, its details and its waiting time', async () => {
    const refusal = new Refusal('PRICE_CHANGED', {
      message: 'Now $9.00',
      fields: { price: 'changed' },
      details: { price: 9 },
      retryAfter: 7,
    });
    const answer = await call(
      failing(() => refusal),
      { name: 'Ada' },
    );
    expect(answer.body).toEqual({
      status: 'PRICE_CHANGED',
      message: 'Now $9.00',
      fields: { price: 'changed' },
      price: 9,
    });
    expect(answer.headers['retry-after']).toBe('7');
  });

  test('for a server error reveals only the request id', async () => {
    const answer = await call(
      failing(() => new TypeError('secret at table.ts:12')),
      { name: 'Ada' },
    );
    expect(answer.http).toBe(500);
    expect(answer.body).toEqual({
      status: 'INTERNAL',
      message: REFUSALS.INTERNAL.sentence,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(JSON.stringify(answer)).not.toMatch(/secret|table\.ts|TypeError/);
  });

  test.each([
    ['a refused connection', { code: 'ECONNREFUSED' }],
    [
      'an error inside DynamoDB',
      { name: 'InternalServerError', $metadata: { httpStatusCode: 500 } },
    ],
    ['throttling', { name: 'ThrottlingException', $metadata: { httpStatusCode: 400 } }],
  ])('for %s is UNAVAILABLE, without details', async (_, fields) => {
    const answer = await call(
      failing(() => Object.assign(new Error('connect 127.0.0.1:8000'), fields)),
      { name: 'Ada' },
    );
    expect(answer.http).toBe(503);
    expect(answer.body).toEqual({ status: 'UNAVAILABLE', message: REFUSALS.UNAVAILABLE.sentence });
    expect(answer.headers['retry-after']).toBe('3');
  });

  test('is a server error if the output breaks its own schema', async () => {
    const wrong = serve(greeting(), async () => ({ greeting: 12 as unknown as string }));
    const answer = await call(wrong, { name: 'Ada' });
    expect(answer.body.status).toBe('INTERNAL');
    expect(JSON.stringify(answer.body)).not.toContain('expected');
  });

  test('contains only the fields of its schema', async () => {
    const generous = serve(greeting(), async () => ({
      greeting: 'Hello',
      passwordHash: 'scrypt$…',
    }));
    expect((await call(generous, { name: 'Ada' })).body).toEqual({
      status: 'SUCCESS',
      greeting: 'Hello',
    });
  });
});
