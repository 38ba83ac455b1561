import { describe, expect, test } from '@jest/globals';
import { operationList, usualCall } from '../../../bench/measure-costs.ts';
import { call } from '../../support/call.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Repeated calls of every operation that creates or ends something, after a lost response or a double tap. */

const world = worldOfFile();

const byKey = operationList().filter(({ definition }) => definition.idempotent === 'byKey');
const byNature = operationList().filter(({ definition }) => definition.idempotent === 'byNature');
const named = byKey.map((one) => [one.definition.name, one] as const);

const WRONG_KEYS = ['with spaces', 'x'.repeat(201), 'ünïcode'];

test.each(byNature.map((one) => [one.definition.name, one] as const))(
  '%s succeeds again when it is repeated',
  async (_, { area, definition }) => {
    const { handler, input, options } = await usualCall(world, area, definition);
    expect((await call(handler, input, options)).http).toBe(200);
    expect((await call(handler, input, options)).http).toBe(200);
  },
);

describe.each(named)('%s', (_, { area, definition }) => {
  test('returns the same response twice for one key', async () => {
    const { handler, input, options } = await usualCall(world, area, definition);
    const first = await call(handler, input, options);
    const again = await call(handler, input, options);
    expect(first.http).toBe(200);
    expect([again.http, again.body]).toEqual([first.http, first.body]);
  });

  test('returns the same response to two concurrent calls with one key', async () => {
    const { handler, input, options } = await usualCall(world, area, definition);
    const [one, other] = await Promise.all([
      call(handler, input, options),
      call(handler, input, options),
    ]);
    expect(one.http).toBe(200);
    expect([other.http, other.body]).toEqual([one.http, one.body]);
  });

  test.each(WRONG_KEYS)('refuses the key %j', async (key) => {
    const { handler, input, options } = await usualCall(world, area, definition);
    const headers = { 'idempotency-key': key };
    const { http, body } = await call(handler, input, { ...options, headers });
    expect([http, Object.keys(body.fields)]).toEqual([400, ['Idempotency-Key']]);
  });
});
