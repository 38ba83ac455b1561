import { describe, expect, test } from '@jest/globals';
import {
  CODE_TIME,
  CODE_TRIES,
  disableCode,
  EXPIRED_CODE_TIME,
  type NewCode,
  newCode,
  peekCode,
  RESEND_WAIT,
  type RightCode,
  storeCode,
  tryCode,
  withdrawCode,
} from '#functions/storage/auth/verification-codes.ts';
import { codeKey } from '#functions/storage/keys.ts';
import { remove, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { type Instant, later, SECOND } from '#shared/time.ts';
import { worldOfFile } from '../support/test-world.ts';

const world = worldOfFile();

const purpose = 'VERIFY';
const sentTo = '+15555550100';

async function sent(subject: string, now: Instant = world.now()) {
  const code = await newCode({ purpose, subject, sentTo }, now);
  expect(await storeCode(table, code, now)).toBe('done');
  return code;
}
const attempt = (subject: string, digits: string, now: Instant = world.now()) =>
  tryCode(table, { purpose, subject, digits }, now);
const notThis = (digits: string) => (digits === '000000' ? '000001' : '000000');

describe('a code', () => {
  test('has six digits and is accepted once', async () => {
    const subject = newId(world.now());
    const { digits } = await sent(subject);
    expect(digits).toMatch(/^\d{6}$/);
    const right = await attempt(subject, digits);
    if (typeof right === 'string') throw new Error(right);
    expect(await table.write(right.spend)).toBe('done');
    expect(await table.write(right.spend)).toBe('SPENT');
    expect(await attempt(subject, digits)).toBe('WRONG');
  });

  test('for an unknown subject is never accepted, with the same responses as other codes', async () => {
    const subject = newId(world.now());
    const code = await sent(subject);
    await disableCode(table, code);
    for (let tries = 0; tries < CODE_TRIES; tries += 1)
      expect(await attempt(subject, code.digits)).toBe('WRONG');
    expect(await attempt(subject, code.digits)).toBe('USED_UP');
    const next = await newCode({ purpose, subject, sentTo }, world.now());
    expect(await storeCode(table, next, world.now())).toMatchObject({ wait: expect.any(Number) });
  });

  test('is refused for another subject and another purpose', async () => {
    const subject = newId(world.now());
    const { digits } = await sent(subject);
    expect(await attempt(newId(world.now()), digits)).toBe('WRONG');
    expect(await tryCode(table, { purpose: 'LOGIN', subject, digits }, world.now())).toBe('WRONG');
  });

  test('expires after ten minutes, even if the engine has not removed it', async () => {
    const subject = newId(world.now());
    const now = world.now();
    const { digits } = await sent(subject, now);
    const expired = later(now, CODE_TIME);
    expect(await attempt(subject, digits, later(expired, -1))).toHaveProperty('spend');
    expect(await attempt(subject, digits, expired)).toBe('EXPIRED');
    expect(await attempt(subject, digits, later(expired, EXPIRED_CODE_TIME))).toBe('WRONG');
  });

  test('is invalid after five wrong attempts, even with the right digits', async () => {
    const subject = newId(world.now());
    const { digits } = await sent(subject);
    for (let tries = 0; tries < CODE_TRIES; tries += 1)
      expect(await attempt(subject, notThis(digits))).toBe('WRONG');
    expect(await attempt(subject, digits)).toBe('USED_UP');
  });

  test('allows five attempts to fifty concurrent ones', async () => {
    const subject = newId(world.now());
    const { digits } = await sent(subject);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => attempt(subject, notThis(digits))),
    );
    expect(outcomes.filter((outcome) => outcome === 'WRONG')).toHaveLength(CODE_TRIES);
    expect(outcomes.filter((outcome) => outcome === 'USED_UP')).toHaveLength(50 - CODE_TRIES);
  });

  test('is stored as a hash that does not reveal its digits', async () => {
    const subject = newId(world.now());
    const { digits } = await sent(subject);
    const item = await table.get<{ salt: string; hash: string }>(codeKey(purpose, subject));
    expect(`${item?.salt} ${item?.hash}`).not.toContain(digits);
    expect(item).not.toHaveProperty('digits');
  });
});

describe('the next code', () => {
  test('is refused within a minute, with the time to wait', async () => {
    const subject = newId(world.now());
    const now = world.now();
    await sent(subject, now);
    const next = await newCode({ purpose, subject, sentTo }, later(now, 20 * SECOND));
    expect(await storeCode(table, next, later(now, 20 * SECOND))).toEqual({ wait: 40 });
    expect(await storeCode(table, next, later(now, RESEND_WAIT))).toBe('done');
  });

  test('replaces the previous one, with its own attempts', async () => {
    const subject = newId(world.now());
    const first = await sent(subject);
    for (let tries = 0; tries < 3; tries += 1) await attempt(subject, notThis(first.digits));
    const afterAMinute = later(world.now(), RESEND_WAIT);
    const second = await sent(subject, afterAMinute);
    if (first.digits !== second.digits)
      expect(await attempt(subject, first.digits, afterAMinute)).toBe('WRONG');
    expect(await attempt(subject, second.digits, afterAMinute)).toHaveProperty('spend');
  });

  test('can be requested at once if the previous one could not be sent', async () => {
    const subject = newId(world.now());
    const lost = await sent(subject);
    await withdrawCode(table, lost);
    await sent(subject);
  });

  test.each<[string, (first: NewCode, right: RightCode) => Promise<unknown>]>([
    ['withdrawn', (first) => withdrawCode(table, first)],
    ['disabled', (first) => disableCode(table, first)],
    ['used', (_first, { spend }) => table.write(spend)],
    ['not counted as tried', (_first, { giveBack }) => table.write(giveBack)],
  ])('stays as it is, stored or not, if the previous one is %s', async (_what, change) => {
    const subject = newId(world.now());
    const first = await sent(subject);
    const right = await attempt(subject, first.digits);
    if (typeof right === 'string') throw new Error(right);
    const stored = () => table.get(codeKey(purpose, subject));
    await sent(subject, later(world.now(), RESEND_WAIT));
    const second = await stored();
    await change(first, right);
    expect(await stored()).toEqual(second);
    await table.write(remove(codeKey(purpose, subject)));
    await change(first, right);
    expect(await stored()).toBeUndefined();
  });

  test('has all its attempts if it was only checked', async () => {
    const subject = newId(world.now());
    const { digits } = await sent(subject);
    const check = (guess: string) =>
      peekCode(table, { purpose, subject, digits: guess }, world.now());
    for (let tries = 1; tries < CODE_TRIES; tries += 1)
      expect(await check(notThis(digits))).toBe('WRONG');
    expect(await check(digits)).toHaveProperty('spend');
    expect(await check(digits)).toHaveProperty('spend');
    expect(await check(notThis(digits))).toBe('WRONG');
    expect(await check(digits)).toBe('USED_UP');
  });
});
