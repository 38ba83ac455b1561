import { describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import {
  LADDER_STEPS,
  type LadderStep,
  TAKEOVER_LADDER,
} from '#shared/rules/auth/takeover-ladder.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { personOf, visitor } from '../../support/people.ts';
import {
  aMinuteLater,
  confirmTextedReset,
  ownedAccount,
  recoverWith,
  STEPS,
} from '../../support/takeover-ladder.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Every pair of steps of the takeover ladder, through the real handlers. docs/product/auth.md#takeover-ladder */

const world = worldOfFile();

const PAIRS = LADDER_STEPS.flatMap((first) =>
  LADDER_STEPS.map((second) => {
    const waits = TAKEOVER_LADDER[second].waitsAfter.includes(first);
    return [second, waits ? 'waits 72 hours' : 'doesn’t wait', first, waits] as const;
  }),
);

test.each(PAIRS)('%s %s after %s', async (second, _how, first, waits) => {
  const account = await ownedAccount(world);
  expect(await STEPS[first](world, account)).toBe('done');
  const made = world.now();
  await aMinuteLater(world, account);
  expect(await STEPS[second](world, account)).toBe(waits ? 'waits' : 'done');
  if (!waits) return;
  world.advance(made + SECURITY_WAIT - MINUTE - world.now());
  account.person = await personOf(world, account.user);
  expect(await STEPS[second](world, account)).toBe('waits');
  world.advance(made + SECURITY_WAIT - world.now());
  await aMinuteLater(world, account);
  expect(await STEPS[second](world, account)).toBe('done');
});

describe('a code that was sent before another step', () => {
  const others = (step: LadderStep) =>
    TAKEOVER_LADDER[step].waitsAfter.filter((one) => one !== step);

  test.each(
    others('PASSWORD_RESET').filter((step) => step !== 'PHONE_CHANGE' && step !== 'RECOVERY'),
  )('does not reset the password after %s', async (first) => {
    const account = await ownedAccount(world);
    await visitor().asksForReset(account.username);
    expect(await STEPS[first](world, account)).toBe('done');
    expect(await confirmTextedReset(world, account)).toBe('waits');
  });

  test.each(others('RECOVERY').filter((step) => step !== 'EMAIL_CHANGE'))(
    'does not move the account after %s',
    async (first) => {
      const account = await ownedAccount(world);
      await visitor().asksForRecovery(account.username);
      const code = world.codeEmailedTo(account.email);
      expect(await STEPS[first](world, account)).toBe('done');
      expect(await recoverWith(world, account, code)).toBe('waits');
    },
  );
});

test('a request for a reset that waits gets the day and the time by text message, and no code', async () => {
  const account = await ownedAccount(world);
  expect(await STEPS.EMAIL_CHANGE(world, account)).toBe('done');
  const until = world.now() + SECURITY_WAIT;
  await aMinuteLater(world, account);
  const { http, body } = await responseTo(visitor().asksForReset(account.username));
  expect([http, body]).toEqual([200, { status: 'SUCCESS' }]);
  expect(world.codeSentTo(account.phoneNumber)).toBe('');
  const [text] = world.texts;
  expect(text?.to).toBe(account.phoneNumber);
  // One text message has 160 characters.
  expect(text?.body.length).toBeLessThanOrEqual(160);
  const [, from = ''] = /reset its password starting (.+) UTC\./.exec(text?.body ?? '') ?? [];
  const [, day = '', time = ''] = /^\w+, (\w+ \d+), (.+)$/.exec(from) ?? [];
  const named = Date.parse(`${day}, ${new Date(until).getUTCFullYear()} ${time} UTC`);
  expect(named - until).toBeGreaterThanOrEqual(0);
  expect(named - until).toBeLessThan(MINUTE);
});

test('a stolen phone with texts and mail resets the password and does not move the account for 72 hours', async () => {
  const account = await ownedAccount(world);
  expect(await STEPS.PASSWORD_RESET(world, account)).toBe('done');
  await aMinuteLater(world, account);
  expect(await STEPS.RECOVERY(world, account)).toBe('waits');
  expect(world.emails[0]?.text).toMatch(
    /You can move it to another phone starting \w+, \w+ \d+, \d+:\d\d [AP]M UTC/,
  );
  world.advance(HOUR);
  account.person = await personOf(world, account.user);
  for (const step of ['PHONE_CHANGE', 'EMAIL_CHANGE', 'PASSKEY_ADDED', 'PAYOUT_SETUP'] as const)
    expect([step, await STEPS[step](world, account)]).toEqual([step, 'waits']);
});
