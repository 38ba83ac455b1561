import { beforeEach, describe, expect, test } from '@jest/globals';
import { REFUSALS, type RefusalCode } from '#shared/refusals.ts';
import { ApiRefusal, type CallOptions } from '#web/api/client.ts';
import { keyPlace, sendOnce } from '#web/api/send-once.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

/* A form sends its request with the same idempotency key until the result is known. */

beforeEach(emptyBrowserStorage);

const lost = () => Promise.reject(new ApiRefusal('UNAVAILABLE', 'We couldn’t reach ReplyPaid.'));
const REFUSAL_CODES = Object.keys(REFUSALS) as RefusalCode[];
/** The refusals that say nothing about an earlier attempt: they are sent before the key is looked up, or by the client itself. */
const UNCHECKED: readonly RefusalCode[] = [
  'UNAVAILABLE',
  'INTERNAL',
  'UNAUTHENTICATED',
  'TOO_MANY_REQUESTS',
  'INVALID_INPUT',
];
const keyOf = async ({ idempotencyKey }: CallOptions) => idempotencyKey;

/** Returns the keys of consecutive submits with these outcomes. */
async function keysOf(draft: string | undefined, endings: readonly (() => Promise<never>)[]) {
  const keys: (string | undefined)[] = [];
  const once = sendOnce(keyPlace(draft));
  for (const ending of endings) {
    const press = once.send(({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return ending();
    });
    await press.catch(() => undefined);
  }
  return { keys, once };
}

describe('the idempotency key of a form', () => {
  test('stays the same after a lost response and changes after a received one', async () => {
    const { keys, once } = await keysOf(undefined, [lost]);
    expect(once.isUnanswered()).toBe(true);
    expect(await once.send(keyOf)).toBe(keys[0]);
    expect(once.isUnanswered()).toBe(false);
    expect(await once.send(keyOf)).not.toBe(keys[0]);
  });

  test.each(REFUSAL_CODES)(
    'after a lost response and %s stays the same only if the first attempt may have arrived',
    async (code) => {
      const refused = () => Promise.reject(new ApiRefusal(code, REFUSALS[code].sentence));
      const { keys, once } = await keysOf(undefined, [lost, refused]);
      expect(once.isUnanswered()).toBe(UNCHECKED.includes(code));
      expect((await once.send(keyOf)) === keys[0]).toBe(UNCHECKED.includes(code));
    },
  );

  test('stays the same after an error that is no response', async () => {
    const broken = () => Promise.reject(new TypeError('x is undefined'));
    const { keys, once } = await keysOf(undefined, [broken]);
    expect(await once.send(keyOf)).toBe(keys[0]);
  });

  test('survives a reload together with its draft', async () => {
    const { keys } = await keysOf('paidReply_1', [lost]);
    const afterwards = sendOnce(keyPlace('paidReply_1'));
    expect(afterwards.isUnanswered()).toBe(true);
    expect(await afterwards.send(keyOf)).toBe(keys[0]);
    expect(sendOnce(keyPlace('paidReply_1')).isUnanswered()).toBe(false);
    expect(sendOnce(keyPlace('paidReply_2')).isUnanswered()).toBe(false);
  });

  test('lets a second submit succeed if the first request had arrived', async () => {
    const { once } = await keysOf(undefined, [lost]);
    const fields = { 'Idempotency-Key': 'This Idempotency-Key was used for another message.' };
    const used = new ApiRefusal('INVALID_INPUT', 'Please check the fields.', { fields });
    await expect(once.send(() => Promise.reject(used))).rejects.toThrow(
      'Your first attempt did go through, with the text you had then.',
    );
    expect(once.isUnanswered()).toBe(false);
  });
});
