import { describe, expect, test } from '@jest/globals';
import { handler as tellOldNumber } from '#functions/events/tellOldNumber.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { passkeysOf } from '#functions/storage/auth/passkeys.ts';
import { isSecurityStepEvent } from '#functions/storage/auth/security-steps.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { LADDER_STEPS } from '#shared/rules/auth/takeover-ladder.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { deliverToEmails, domainEventsOf } from '../../support/domain-events.ts';
import { personOf, visitor } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { scanTable } from '../../support/scanned-table.ts';
import { type Account, ownedAccount, STEPS } from '../../support/takeover-ladder.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Stopping each step of the takeover ladder, by the messages to both old channels. docs/product/auth.md#stopping-a-step */

const world = worldOfFile();

/** Delivers the newest step of an account to both old channels, and returns the tokens of the links in the messages. */
async function told(account: Account, before: Account) {
  const events = (await domainEventsOf(world)).filter(
    (event) => isSecurityStepEvent(event) && event.detail.userId === account.user.id,
  );
  const event = events.at(-1);
  if (!event) throw new Error('no step was made');
  await tellOldNumber({ detail: event } as never, lambdaContext());
  await deliverToEmails(event);
  const tokenIn = (text = '') => /stop-change[?]token=([\w.-]+)/.exec(text)?.[1] ?? '';
  return {
    PHONE: tokenIn(world.texts.find(({ to }) => to === before.phoneNumber)?.body),
    EMAIL: tokenIn(world.emails.find(({ to }) => to === before.email)?.text),
  };
}

const view = (token: string) => responseTo(visitor().securityStop(token));
const stop = (token: string) => responseTo(visitor().stopsSecurityStep(token));

const CASES = LADDER_STEPS.flatMap((step) =>
  (['PHONE', 'EMAIL'] as const).map((channel) => [step, channel] as const),
);

describe('a step of the ladder', () => {
  test.each(CASES)(
    '%s is stopped once by the old %s, and not by opening the page',
    async (step, channel) => {
      const account = await ownedAccount(world);
      const before = { ...account, passkeys: [...account.passkeys] };
      const keys = (await passkeysOf(table, account.user.id)).map(({ id }) => id).sort();
      expect(await STEPS[step](world, account)).toBe('done');
      const made = await personOf(world, account.user);
      const { [channel]: token } = await told(account, before);
      for (let times = 1; times <= 2; times += 1)
        expect((await view(token)).body.data[0]).toMatchObject({ step, status: 'OPEN' });
      expect((await stop(token)).body.data[0]).toMatchObject({ step, status: 'STOPPED' });
      const user = await userById(table, account.user.id, world.now());
      expect(user).toMatchObject({ phoneNumber: before.phoneNumber, email: before.email });
      const left = (await passkeysOf(table, account.user.id)).map(({ id }) => id).sort();
      expect(left).toEqual(keys);
      expect(user?.passkeyCount).toBe(keys.length);
      await expectRefused(visitor().refreshes(made.refreshToken), 401, 'UNAUTHENTICATED');
      const old = (
        await responseTo(visitor().signsIn(before.username, { password: before.password }))
      ).http;
      expect(old).toBe(step === 'PASSWORD_RESET' ? 200 : 401);
      expect(
        (await responseTo(visitor().signsIn(before.username, { password: account.password }))).http,
      ).toBe(step === 'PASSWORD_RESET' ? 401 : old);
      // Pressing again finds it stopped, and ends nothing more.
      const later = await personOf(world, account.user);
      expect((await stop(token)).body.data[0]).toMatchObject({ status: 'STOPPED' });
      await visitor().refreshes(later.refreshToken);
    },
  );

  test('is not changed by opening the page: no item of the account differs afterwards', async () => {
    const account = await ownedAccount(world);
    const before = { ...account };
    await STEPS.EMAIL_CHANGE(world, account);
    const { PHONE: token } = await told(account, before);
    const stored = () => scanTable(world.tableName, `USER#${account.user.id}`);
    const items = await stored();
    expect((await view(token)).body.data[0]).toMatchObject({ status: 'OPEN', stoppedAt: null });
    expect(await stored()).toEqual(items);
    const { stoppedAt } = (await stop(token)).body.data[0];
    const { data } = (await view(token)).body;
    expect(data[0]).toMatchObject({ status: 'STOPPED', stoppedAt });
    expect(stoppedAt).toEqual(expect.any(String));
  });

  test('cannot be stopped after 72 hours, nor with a changed token', async () => {
    const account = await ownedAccount(world);
    const before = { ...account };
    await STEPS.PASSKEY_ADDED(world, account);
    const { PHONE: token } = await told(account, before);
    expectRefusal(
      await stop(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`),
      404,
      'NOT_FOUND',
    );
    world.advance(3 * DAY + HOUR);
    expectRefusal(await stop(token), 409, 'WRONG_STATUS');
  });
});
