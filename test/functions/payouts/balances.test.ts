import { beforeEach, describe, expect, test } from '@jest/globals';
import { handler as askForPayoutAccount } from '#functions/events/askForPayoutAccount.ts';
import { payoutReminderKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { monthAfter } from '#shared/rules/payouts/payouts.ts';
import { DAY, monthOf } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { newSubscription } from '../../support/devices.ts';
import { domainEventsAbout, domainEventsOf } from '../../support/domain-events.ts';
import { expectLedgerMatchesStripe } from '../../support/money.ts';
import {
  advanceTo,
  advanceToDayWithoutPayouts,
  earn,
  NET,
  newEarner,
  nextPayday,
  runPayday,
  runPayOut,
  transfersOf,
} from '../../support/payouts.ts';
import type { Person } from '../../support/people.ts';
import { deliverWebhooks } from '../../support/plans.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Waiting payouts: every screen shows the same amount until it is paid, and the person gets one reminder a month. */

const world = worldOfFile();

beforeEach(async () => {
  await advanceToDayWithoutPayouts(world);
  await deliverWebhooks(world);
});

/** Returns the owed amount in cents on each screen: home, balance, settings, and the sum of the ledger lines. */
async function shown(person: Person) {
  const home = await person.dashboard();
  const balance = await person.balance();
  const lines = await person.ledger();
  const inCents = (amount: number | string) => Math.round(Number(amount) * 100);
  expect(lines.pageTotal).toBe(lines.data.length);
  return {
    home: inCents(home.accountBalance),
    balance: inCents(balance.accountBalance),
    ledger: lines.data.reduce((all, { net }) => all + inCents(net), 0),
    waiting: [inCents(home.waitingAmount), inCents(balance.waitingAmount)],
    outgoing: inCents(balance.outgoingAmount),
  };
}

const owed = (amount: number, waiting = 0, outgoing = waiting) => ({
  home: amount,
  balance: amount,
  ledger: amount,
  waiting: [waiting, waiting],
  outgoing,
});

/** Returns the number of reminders about a waiting payout. */
const remindersOf = async (person: Person): Promise<number> =>
  (await domainEventsAbout(world, 'payout.waiting', person)).length;

describe('a payout without an account', () => {
  test('is shown as owed on every screen until it is paid, and is a ledger line only after that', async () => {
    const ana = await newEarner(world);
    expect(await shown(ana)).toEqual(owed(NET));
    await runPayday(world);
    expect(await shown(ana)).toEqual(owed(NET, NET));
    await earn(world, ana);
    expect(await shown(ana)).toEqual(owed(2 * NET, NET));
    await ana.setsUpPayouts(world.stripe);
    await deliverWebhooks(world);
    await runPayOut();
    expect(await shown(ana)).toEqual(owed(NET));
    await expectLedgerMatchesStripe(world);
  });

  test('that Stripe refuses is still shown as owed, without a ledger line', async () => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    await deliverWebhooks(world);
    advanceTo(world, nextPayday(world));
    world.stripe.faults.next({ kind: 'status-500', times: 99 });
    await runPayOut().catch(() => undefined);
    expect(await shown(ana)).toEqual(owed(NET, 0, NET));
    world.stripe.faults.clear();
    world.advance(DAY);
    await runPayOut();
    expect(await shown(ana)).toEqual(owed(0));
    await expectLedgerMatchesStripe(world);
  });
});

describe('the reminder of waiting payouts', () => {
  test('is sent once a month, even if the job runs more often', async () => {
    const ana = await newEarner(world);
    advanceTo(world, nextPayday(world));
    await Promise.all([runPayOut(), runPayOut()]);
    expect(await remindersOf(ana)).toBe(1);
    for (const month of [2, 3]) {
      for (let day = 0; day < 5; day += 1) {
        world.advance(5 * DAY);
        await runPayOut();
      }
      expect(await remindersOf(ana)).toBe(month - 1);
      advanceTo(world, nextPayday(world));
      await Promise.all([runPayOut(), runPayOut()]);
      await runPayOut();
      expect(await remindersOf(ana)).toBe(month);
    }
    expect(await shown(ana)).toEqual(owed(NET, NET));
  });

  test('covers all waiting payouts, including this month’s', async () => {
    const ana = await newEarner(world);
    await runPayday(world);
    await earn(world, ana);
    await runPayday(world);
    expect(await remindersOf(ana)).toBe(2);
    expect(await shown(ana)).toEqual(owed(2 * NET, 2 * NET));
  });

  test('is not sent once the account is ready, even without Stripe’s webhook', async () => {
    const ana = await newEarner(world);
    await ana.asksForPayoutLink();
    await runPayday(world);
    await ana.setsUpPayouts(world.stripe);
    await runPayday(world);
    expect(await remindersOf(ana)).toBe(1);
    const period = monthAfter(monthOf(world.now()), -2);
    expect(
      transfersOf(world).filter(({ metadata }) => metadata.userId === ana.user.id),
    ).toMatchObject([{ amount: NET, metadata: { period } }]);
    await runPayOut();
    const item = await table.get<{ gsi5sk?: string }>(payoutReminderKey(ana.user.id));
    expect(item?.gsi5sk).toBeUndefined();
    expect(await shown(ana)).toEqual(owed(0));
  });

  test('is a text message if the person has no device, and the first reminder always is', async () => {
    const hear = async (person: Person) => {
      const facts = (await domainEventsOf(
        world,
        'payout.waiting',
      )) as DomainEvent<'payout.waiting'>[];
      for (const fact of facts.filter(({ detail }) => detail.userId === person.user.id))
        await askForPayoutAccount({ detail: fact } as never, lambdaContext());
    };
    const [ana, ben] = [await newEarner(world), await newEarner(world)];
    await ben.calls('savePushSubscription', newSubscription());
    for (const month of [1, 2]) {
      await runPayday(world);
      for (const person of [ana, ben, ana]) await hear(person);
      expect(world.textsTo(ana)).toHaveLength(month);
      expect(world.textsTo(ben)).toHaveLength(1);
    }
    expect(world.textsTo(ana).at(-1)).toBe(
      'ReplyPaid: we owe you $22.00, waiting for your payout account. Set it up at https://replypaid.test/account-balance',
    );
  });

  test('is postponed if Stripe does not respond', async () => {
    const ana = await newEarner(world);
    await ana.asksForPayoutLink();
    await runPayday(world);
    advanceTo(world, nextPayday(world));
    world.stripe.faults.next({ kind: 'status-500', times: 99 });
    await runPayOut();
    expect(await remindersOf(ana)).toBe(1);
    world.stripe.faults.clear();
    await runPayOut();
    expect(await remindersOf(ana)).toBe(2);
  });
});
