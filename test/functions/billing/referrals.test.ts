import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { settlePlanPayment } from '#functions/billing/plan-invoices.ts';
import { referralBonusKey } from '#functions/storage/keys.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents, ZERO } from '#shared/money.ts';
import { DAY } from '#shared/time.ts';
import { completeDeletions, requestDueDeletion } from '../../support/account-deletions.ts';
import { operator, owedTo, postEventsShuffled } from '../../support/disputes.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import {
  expectLedgerMatchesStripe,
  intentsOf,
  ledgerOf,
  postAllEvents,
} from '../../support/money.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { advanceWithWebhooks, onPlan } from '../../support/plans.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** Creates an invited person on a paid plan, one day before their second month. */
async function invited() {
  const began = world.now() - 1_000;
  const inviter = await newPerson(world);
  const person = await onPlan(world, 'STARTER', { invitedByUserId: inviter.user.id });
  await postAllEvents(world, began);
  await advanceWithWebhooks(world, 28 * DAY);
  return { inviter, person, began };
}

/** The same after the second monthly payment, which is the person's newest payment. */
async function earned() {
  const two = await invited();
  await advanceWithWebhooks(world, 4 * DAY);
  await postAllEvents(world, two.began);
  return { ...two, intent: newestOf(two.person) };
}

function newestOf({ user }: Person): Stripe.PaymentIntent {
  const [subscription] = (world.stripe.read('subscriptions') as Stripe.Subscription[]).filter(
    (one) => one.metadata.userId === user.id,
  );
  const found = intentsOf(world).find((one) => one.customer === subscription?.customer);
  if (!found) throw new Error('nothing was paid');
  return found;
}

const toldAmounts = async (type: 'referral.earned' | 'referral.takenBack', inviter: Person) =>
  (await domainEventsAbout(world, type, inviter)).map(({ detail }) => detail.amountCents);

describe('a referral bonus', () => {
  test('is one dollar, paid once, with the second monthly payment', async () => {
    const { inviter, person } = await invited();
    expect(await owedTo(inviter)).toBe(0);
    // The payment of an upgrade does not count as a monthly payment.
    await person.choosesPlan('PROFESSIONAL');
    await postAllEvents(world);
    expect(await owedTo(inviter)).toBe(0);
    await advanceWithWebhooks(world, 32 * DAY);
    expect(await owedTo(inviter)).toBe(100);
    await advanceWithWebhooks(world, 62 * DAY);
    await postEventsShuffled(world, 3);
    expect(await owedTo(inviter)).toBe(100);
    await expectLedgerMatchesStripe(world);
  });

  test('is paid by the platform', async () => {
    const before = (await ledgerOf(world))['platform:referrals'] ?? 0;
    const { inviter } = await earned();
    expect(await owedTo(inviter)).toBe(100);
    expect(((await ledgerOf(world))['platform:referrals'] ?? 0) - before).toBe(-100);
  });

  test('is taken back with a full or partial refund of that payment', async () => {
    for (const amount of [undefined, 1]) {
      const { inviter, intent } = await earned();
      expect(await owedTo(inviter)).toBe(100);
      const stripe = await operator(world);
      await stripe.refunds.create({ payment_intent: intent.id, ...(amount && { amount }) });
      await postAllEvents(world);
      await postEventsShuffled(world, 8);
      expect(await owedTo(inviter)).toBe(0);
      await expectLedgerMatchesStripe(world);
    }
  });

  test('is taken back with a dispute, and returns when it is won', async () => {
    const { inviter, intent } = await earned();
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    expect(await owedTo(inviter)).toBe(0);
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    await postEventsShuffled(world, 6);
    expect(await owedTo(inviter)).toBe(100);
    await expectLedgerMatchesStripe(world);
  });

  test.each([
    [0, 100],
    [60, 40],
    [100, 0],
  ])(
    'of which %i cents were paid out is taken back without them, and the inviter is told of the %i that moved',
    async (paidOut, moved) => {
      const { inviter, intent } = await earned();
      const gone = changeBalance(inviter.user.id, cents(-paidOut), world.now(), { entries: 0 });
      if (gone) await table.write(gone);
      const opened = await world.bank.disputes(intent);
      await postAllEvents(world);
      expect(await owedTo(inviter)).toBe(0);
      await world.bank.decides(opened, 'won');
      await postAllEvents(world);
      expect(await owedTo(inviter)).toBe(moved);
      const told = moved === 0 ? [] : [moved];
      expect(await toldAmounts('referral.earned', inviter)).toEqual([100, ...told]);
      expect(await toldAmounts('referral.takenBack', inviter)).toEqual(told);
    },
  );

  test('is not earned by inviting oneself', async () => {
    const person = await onPlan(world);
    await table.write({
      write: {
        Update: {
          TableName: world.tableName,
          Key: { pk: person.user.pk, sk: person.user.sk },
          UpdateExpression: 'SET invitedByUserId = id',
        },
      },
      otherwise: undefined,
    });
    await advanceWithWebhooks(world, 33 * DAY);
    await postAllEvents(world);
    expect(await owedTo(person)).toBe(0);
  });

  test('is not earned by an inviter whose account is deleted', async () => {
    const { inviter } = await invited();
    await requestDueDeletion(world, inviter);
    await completeDeletions(world);
    await advanceWithWebhooks(world, 4 * DAY);
    expect(await owedTo(inviter)).toBe(0);
  });

  test('is booked once after a crash of the webhook handler at any effect', async () => {
    await world.crashingAtEveryWrite(
      async ({ crash }) => {
        const { inviter, intent, began } = await earned();
        await world.bank.disputes(intent);
        const post = () => postAllEvents(world, began);
        await crash(post);
        await post();
        expect(await owedTo(inviter)).toBe(0);
        await expectLedgerMatchesStripe(world);
      },
      { inNewWorlds: true },
    );
  });
});

test('a referral bonus that other changes overtake is given up after five tries', async () => {
  const userId = newId(world.now());
  const invoiceId = newId(world.now());
  const bonus = { inviterId: newId(world.now()), invoiceId, given: 0, earned: false, count: 0 };
  await table.write(put({ ...referralBonusKey(userId), ...bonus, version: 1 }));
  const [amount, none] = [cents(199), ZERO];
  const intact = {
    received: amount,
    refunded: none,
    chargedBack: none,
    fees: none,
    disputed: none,
  };
  const payment = { userId, invoiceId, amount, chargeSummary: intact };
  const subscriptions = { payment: async () => payment };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const context = { table, log, now: world.now(), subscriptions } as never;
  const settle = () => settlePlanPayment(context, { invoiceId });
  expect(await world.losingEveryWrite(referralBonusKey(userId), settle)).toMatchObject({
    result: { code: 'UNAVAILABLE' },
    tries: 5,
  });
});
