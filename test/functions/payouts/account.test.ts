import { beforeEach, describe, expect, test } from '@jest/globals';
import { handler as askForPayoutAccount } from '#functions/events/askForPayoutAccount.ts';
import { payouts } from '#functions/gateways/payouts.ts';
import { saveAccount } from '#functions/payouts/payout-account.ts';
import { blockAccount, unblockAccount } from '#functions/storage/accounts/blocks.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import {
  payoutAccountKey,
  payoutKey,
  payoutReminderKey,
  userKey,
} from '#functions/storage/keys.ts';
import { userNamedEvent } from '#functions/storage/outbox.ts';
import { publishReminder } from '#functions/storage/payouts/payout-reminders.ts';
import { put, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { monthAfter } from '#shared/rules/payouts/payouts.ts';
import { fromIso, monthOf, toIso } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import type { Crash } from '../../support/faults/crashes.ts';
import { expectLedgerMatchesStripe, ledgerOf, postAllEvents } from '../../support/money.ts';
import {
  accountsOf,
  advanceTo,
  advanceToDayWithoutPayouts,
  earn,
  NET,
  newCreditor,
  newEarner,
  nextPayday,
  runPayday,
  runPayOut,
  transfersOf,
} from '../../support/payouts.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { deliverWebhooks } from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { expectNothingTwice } from '../../support/repeated-schedules.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The setup of payout accounts at Stripe, and earnings before an account is ready. */

const world = worldOfFile();

beforeEach(async () => {
  await advanceToDayWithoutPayouts(world);
  await deliverWebhooks(world);
});

const seen = async (person: Person) => (await person.payouts()).data;

/** Delivers the event that a payout is waiting for an account. */
const hear = (person: Person, period: string) =>
  askForPayoutAccount(
    {
      detail: {
        ...userNamedEvent(person.user.id, world.now()),
        type: 'payout.waiting',
        detail: { userId: person.user.id, period, amountCents: 1_250 },
      },
    } as never,
    lambdaContext(),
  );

test('a person sees only their own payouts and payout account', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  await runPayday(world);
  const other = await newPerson(world);
  expect((await responseTo(other.payouts())).body).toMatchObject({ pageTotal: 0, data: [] });
  expect(await other.payoutAccount()).toMatchObject({ status: 'NONE' });
});

test('an account that is not the stored one any more changes nothing, and the stored one counts', async () => {
  const { user } = await newPerson(world);
  const stored = { accountId: 'acct_new', status: 'PENDING' };
  await table.write(put({ ...payoutAccountKey(user.id), ...stored }));
  const context = { table, payouts, now: world.now() };
  const old = { accountId: 'acct_old', userId: user.id, status: 'DETAILS_NEEDED' } as const;
  expect(await saveAccount(context, user.id, undefined, old)).toMatchObject(stored);
  expect(await table.get(payoutAccountKey(user.id))).toMatchObject(stored);
});

test('a verified name that was read before it changed does not replace the newer one', async () => {
  const { user } = await newPerson(world);
  const account = { accountId: 'acct_named', status: 'READY' } as const;
  const named = (verifiedName: string) => ({ ...account, userId: user.id, verifiedName });
  const newest = { ...payouts, account: async () => named('Ana Newer') };
  const context = { table, payouts: newest, now: world.now() };
  await saveAccount(context, user.id, account, named('Ana Older'));
  expect((await userById(table, user.id, world.now()))?.identity?.name).toBe('Ana Newer');
});

test('payouts are listed in pages of twenty, newest first', async () => {
  const ana = await newPerson(world);
  const first = monthAfter(monthOf(world.now()), -25);
  for (let nth = 0; nth < 25; nth += 1) {
    const period = monthAfter(first, nth);
    const about = { userId: ana.user.id, period, amount: 1_000 + nth, status: 'PAID', attempt: 1 };
    await table.write(
      put({
        ...payoutKey(ana.user.id, period),
        ...about,
        id: `P${nth}`,
        createdAt: world.now(),
        paidAt: world.now(),
      }),
    );
  }
  const page = await ana.payouts();
  expect(page).toMatchObject({ pageTotal: 25, cursor: monthAfter(first, 5) });
  expect(page.data).toHaveLength(20);
  expect(page.data[0]?.period).toBe(monthAfter(first, 24));
  const rest = await ana.payouts({ cursor: page.cursor });
  const skipped = await ana.payouts({ skip: '20' });
  expect(rest.data.map(({ period }: { period: string }) => period)).toEqual(
    [4, 3, 2, 1, 0].map((nth) => monthAfter(first, nth)),
  );
  expect(skipped.data).toEqual(rest.data);
  expect(rest.cursor).toBeUndefined();
  // Exactly a page is left after the first five.
  const last = await ana.payouts({ skip: '5' });
  expect([last.data.length, last.cursor]).toEqual([20, undefined]);
  const wrong = await responseTo(ana.payouts({ cursor: 'x' }));
  expect(wrong.body).toMatchObject({
    status: 'INVALID_INPUT',
    fields: { cursor: expect.any(String) },
  });
});

describe('the payout account', () => {
  test('changes from none to incomplete to ready, as Stripe reports', async () => {
    const ana = await newPerson(world);
    expect((await ana.payoutAccount()).status).toBe('NONE');
    const { body } = await responseTo(ana.asksForPayoutLink());
    expect(body.url).toMatch(/^https:\/\/replypaid\.test\//);
    expect((await ana.payoutAccount()).status).toBe('DETAILS_NEEDED');
    await ana.setsUpPayouts(world.stripe, { outcome: 'RESTRICTED' });
    expect((await ana.payoutAccount()).status).toBe('RESTRICTED');
    await ana.setsUpPayouts(world.stripe);
    expect((await ana.payoutAccount()).status).toBe('READY');
  });

  test('is created once by repeated and concurrent requests for the link', async () => {
    const ana = await newPerson(world);
    const before = accountsOf(world).length;
    const asked = await Promise.all([1, 2, 3].map(() => responseTo(ana.asksForPayoutLink())));
    expect(asked.map(({ http }) => http)).toEqual([200, 200, 200]);
    await ana.asksForPayoutLink();
    expect(accountsOf(world)).toHaveLength(before + 1);
    expect(accountsOf(world)[0]?.metadata).toEqual({ userId: ana.user.id });
  });

  test('is shown from the last known state if Stripe does not respond, without a link', async () => {
    const ana = await newPerson(world);
    await ana.asksForPayoutLink();
    world.stripe.faults.next({ kind: 'status-500', times: 99 });
    expect((await ana.payoutAccount()).status).toBe('DETAILS_NEEDED');
    await expectRefused(ana.asksForPayoutLink(), 503, 'UNAVAILABLE');
    world.stripe.faults.clear();
  });
});

describe('the next payout', () => {
  test('is the balance so far, on the 8th of next month, and nothing below $10.00', async () => {
    const ana = await newPerson(world);
    const on = toIso(nextPayday(world));
    expect(await ana.payoutAccount()).toEqual({
      status: 'NONE',
      nextPayoutDate: on,
      nextPayoutAmount: 0,
      hasPayouts: false,
      firstPayoutWaits: false,
      heldUntil: null,
      securityHoldUntil: null,
    });
    const ben = await newEarner(world);
    expect(await ben.payoutAccount()).toMatchObject({
      nextPayoutDate: on,
      nextPayoutAmount: 22,
    });
  });

  test('is the balance at the end of last month during the first days of a month', async () => {
    const ana = await newEarner(world);
    const payday = nextPayday(world);
    advanceTo(world, payday - 3_600_000);
    await earn(world, ana);
    expect(await ana.payoutAccount()).toMatchObject({
      nextPayoutDate: toIso(payday),
      nextPayoutAmount: 22,
    });
  });
});

describe('earnings without a payout account', () => {
  test('wait, cause one text message, and are paid when the account is ready', async () => {
    const ana = await newEarner(world);
    const period = monthOf(world.now());
    const inTransit = async () => (await ledgerOf(world))['payout:transit'] ?? 0;
    const before = await inTransit();
    await runPayday(world);
    await runPayOut();
    expect(await seen(ana)).toMatchObject([
      { period, amount: 22, status: 'WAITING', paidAt: null },
    ]);
    // The total may include waiting payouts of earlier tests.
    expect((await inTransit()) - before).toBeGreaterThanOrEqual(NET);
    await hear(ana, period);
    await hear(ana, period);
    expect(world.textsTo(ana)).toEqual([
      'ReplyPaid: we owe you $22.00, waiting for your payout account. Set it up at https://replypaid.test/account-balance',
    ]);
    await ana.setsUpPayouts(world.stripe);
    await deliverWebhooks(world);
    expect(await seen(ana)).toMatchObject([{ period, status: 'PAID' }]);
    await hear(ana, period);
    expect(world.textsTo(ana)).toHaveLength(1);
    await expectLedgerMatchesStripe(world);
  });

  test('cause another text message next month, and are paid together', async () => {
    const ana = await newEarner(world);
    const period = monthOf(world.now());
    await runPayday(world);
    await hear(ana, period);
    await earn(world, ana);
    await ana.setsUpPayouts(world.stripe, { outcome: 'RESTRICTED' });
    await runPayday(world);
    await hear(ana, monthAfter(period));
    expect(world.textsTo(ana)).toHaveLength(2);
    expect(await seen(ana)).toMatchObject([{ status: 'WAITING' }, { status: 'WAITING' }]);
    await ana.setsUpPayouts(world.stripe);
    // The webhook is lost: viewing the account reads the new status, and the sweep sends the waiting payout.
    expect((await ana.payoutAccount()).status).toBe('READY');
    await runPayOut();
    expect(await seen(ana)).toMatchObject([{ status: 'PAID' }, { status: 'PAID' }]);
    expect(transfersOf(world).slice(0, 2)).toMatchObject([
      { amount: NET, metadata: { period: monthAfter(period) } },
      { amount: NET, metadata: { period } },
    ]);
    await expectLedgerMatchesStripe(world);
  });

  test('cause no reminder while the person is blocked', async () => {
    const ana = await newEarner(world);
    await runPayday(world);
    const reminders = async () => (await domainEventsAbout(world, 'payout.waiting', ana)).length;
    const entry = () => ({
      id: newId(world.now()),
      who: 'test',
      command: 'test',
      about: ana.user.id,
      at: world.now(),
      reason: 'test',
      outcome: 'test',
    });
    await blockAccount(table, ana.user.id, entry(), world.now());
    await runPayday(world);
    expect(await reminders()).toBe(1);
    await unblockAccount(table, ana.user.id, entry(), world.now());
    await runPayday(world);
    expect(await reminders()).toBe(2);
  });

  test('cause no reminder if the account became ready in the meantime', async () => {
    const { user } = await newPerson(world);
    await table.write(put({ ...payoutAccountKey(user.id), accountId: 'acct', status: 'READY' }));
    const reminder = { period: '2026-01', gsi5sk: 'now' };
    await table.write(put({ ...payoutReminderKey(user.id), ...reminder }));
    const amounts = { waiting: cents(NET) };
    expect(await publishReminder(table, user.id, reminder, amounts, world.now())).toBe('READY');
  });

  test('a payout waits if Stripe reports that the account is no longer ready', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    expect((await ana.payoutAccount()).status).toBe('READY');
    await ana.setsUpPayouts(world.stripe, { outcome: 'RESTRICTED' });
    await runPayday(world);
    expect(await seen(ana)).toMatchObject([{ status: 'WAITING' }]);
    await ana.setsUpPayouts(world.stripe);
    await deliverWebhooks(world);
    expect(await seen(ana)).toMatchObject([{ status: 'PAID' }]);
    await expectLedgerMatchesStripe(world);
  });
});

const dieLate = (scenario: (crash: Crash) => Promise<void>): Promise<number> =>
  world.crashingAtEveryWrite(
    async ({ crash }) => {
      advanceTo(world, fromIso(`${monthAfter(monthOf(world.now()))}-20T10:00:00.000Z`));
      await scenario(crash);
    },
    { inNewWorlds: true },
  );

test('a setup link that is requested again after a crash at any effect creates one account', async () => {
  const effects = await dieLate(async (crash) => {
    const ana = await newCreditor(world);
    await crash(() => responseTo(ana.asksForPayoutLink()));
    await ana.asksForPayoutLink();
    await postAllEvents(world);
    expect(accountsOf(world)).toHaveLength(1);
    expect((await ana.payoutAccount()).status).toBe('DETAILS_NEEDED');
  });
  // The effects: two rate limits, the new account, storing it, the link.
  expect(effects).toBeGreaterThanOrEqual(3);
});

test('a verified name that other changes of the account overtake is given up after five tries', async () => {
  const { user } = await newPerson(world, { fullName: 'Ana Named' });
  const account = {
    accountId: 'acct_overtaken',
    userId: user.id,
    status: 'READY',
    verifiedName: 'Ana Named',
  } as const;
  const newest = { ...payouts, account: async () => account };
  const context = { table, payouts: newest, now: world.now() };
  const save = () => saveAccount(context, user.id, undefined, account);
  expect(await world.losingEveryWrite(userKey(user.id), save)).toMatchObject({
    result: { code: 'UNAVAILABLE' },
    tries: 5,
  });
});

test('a reminder of a missing payout account is not sent twice if a stale index still lists it', async () => {
  const ana = await newEarner(world);
  await ana.asksForPayoutLink();
  await runPayday(world);
  advanceTo(world, nextPayday(world));
  await expectNothingTwice(world, runPayOut);
});
