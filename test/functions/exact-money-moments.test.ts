import { expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { endPendingOnBlock } from '#functions/conversations/end-blocked.ts';
import { payForMessage } from '#functions/conversations/payments.ts';
import { settleMoney } from '#functions/conversations/settle-payment.ts';
import type { StripePaymentStatus } from '#functions/gateways/payments.ts';
import { handler as deliverPostponed } from '#functions/jobs/deliverPostponed.ts';
import { decideDuePayouts, firstPayoutDate } from '#functions/payouts/payouts.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { dueIndex } from '#functions/storage/index-keys.ts';
import { balanceKey, userKey } from '#functions/storage/keys.ts';
import { duePostponed, postponeText } from '#functions/storage/notifications/postponed.ts';
import { latePayouts } from '#functions/storage/payouts/late-payouts.ts';
import { payoutsOf } from '#functions/storage/payouts/payouts.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import type { Refusal } from '#shared/refusals.ts';
import { type Conversation, isPending } from '#shared/rules/conversations/conversations.ts';
import { DAY, HOUR, type Instant, instant, later, MINUTE, SECOND } from '#shared/time.ts';
import { lambdaContext } from '../support/call.ts';
import { postEvent } from '../support/money.ts';
import { orderFor, PRICE, pendingOrder } from '../support/orders.ts';
import { newPerson } from '../support/people.ts';
import { at } from '../support/stopped-clock.ts';
import { worldOfFile } from '../support/test-world.ts';
import { SECRETS, SETTINGS } from '../support/world.ts';

/* Decisions about money at exactly their moment: a millisecond before, and then. */

const world = worldOfFile();

const log = { info: () => {}, warn: () => {}, error: () => {} };
const store = (item: object) => table.write(put(item as never));

/** Payments at a Stripe that answers each request with a status, and what was requested. */
function paymentsWith(status: StripePaymentStatus) {
  const asked: string[] = [];
  const answer = (name: string) => async () => {
    asked.push(name);
    return status;
  };
  const methods = { hold: answer('hold'), find: answer('find'), status: answer('status') };
  return { asked, payments: { ...methods, customer: async () => 'cus' } as never };
}

test('a payment whose request was lost is searched for from exactly two minutes on', async () => {
  const createdAt = world.now();
  const order = { id: newId(createdAt), status: 'PAYING', money: {}, payment: {}, createdAt };
  const askedAt = async (now: Instant) => {
    const { asked, payments } = paymentsWith({ is: 'underway' });
    await settleMoney(
      { table, log: log as never, payments, now },
      order as unknown as Conversation,
    );
    return asked;
  };
  expect(await askedAt(later(createdAt, 2 * MINUTE - 1))).toEqual([]);
  expect(await askedAt(later(createdAt, 2 * MINUTE))).toEqual(['find']);
});

/** Makes an order whose request for a hold was interrupted. Returns a function that pays again and lists the requests to Stripe. */
async function interruptedOrder(key: string | undefined) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const begunAt = world.now();
  const keyed = key === undefined ? key : { callerId: sender.user.id, key, fingerprint: 'f' };
  const input = { ...orderFor(recipient, { paymentMethodId: 'pm' }), price: cents(PRICE) };
  const pay = async (now: Instant) => {
    const { asked, payments } = paymentsWith({ is: 'underway' });
    const context = { table, log, now, settings: SETTINGS, payments } as never;
    const paid = payForMessage(context, sender.user.id, input as never, keyed);
    const { code } = (await paid.catch((fault: Refusal) => fault)) as Partial<Refusal>;
    return [asked, code];
  };
  expect(await pay(begunAt)).toEqual([['hold'], 'UNAVAILABLE']);
  return { begunAt, pay };
}

test('the request for a hold is repeated under its key for less than 23 hours, and then searched for', async () => {
  const { begunAt, pay } = await interruptedOrder('k');
  const end = later(begunAt, 23 * HOUR);
  expect(await pay(later(end, -1))).toEqual([['hold'], 'UNAVAILABLE']);
  expect(await pay(end)).toEqual([['find'], 'UNAVAILABLE']);
});

test('another order searches for an interrupted payment that is in its way from exactly two minutes on', async () => {
  const { begunAt, pay } = await interruptedOrder(undefined);
  const end = later(begunAt, 2 * MINUTE);
  expect(await pay(later(end, -1))).toEqual([[], 'PENDING_INBOX_EXISTS']);
  expect(await pay(end)).toEqual([['find'], 'PENDING_INBOX_EXISTS']);
});

test('a block ends what is pending before its deadline, and leaves the rest to the schedule', async () => {
  for (const [before, isLeft] of [
    [1, false],
    [0, true],
  ] as const) {
    const { id, sender, recipient } = await pendingOrder(world);
    const found = await conversationById(table, id, world.now());
    const now = later(found?.deadlineAt ?? world.now(), -before);
    const block = { blockerId: recipient.user.id, blockedId: sender.user.id, at: now };
    const context = {
      table,
      log,
      now,
      payments: { cancelOrRefund: async () => ({ is: 'underway' }) },
    };
    await endPendingOnBlock(context as never, block);
    const after = await conversationById(table, id, now);
    expect([before, after && isPending(after.status)]).toEqual([before, isLeft]);
  }
});

test('a block that has ended still ends a message that is not newer than the block', async () => {
  for (const [since, isLeft] of [
    [-1, true],
    [0, false],
  ] as const) {
    const { id, sender, recipient } = await pendingOrder(world);
    const { createdAt } = (await conversationById(table, id, world.now())) as Conversation;
    const block = { blockerId: recipient.user.id, blockedId: sender.user.id };
    const context = {
      table,
      log,
      now: world.now(),
      payments: { cancelOrRefund: async () => ({ is: 'underway' }) },
    };
    await endPendingOnBlock(context as never, { ...block, at: later(createdAt, since) });
    const after = await conversationById(table, id, world.now());
    expect([since, after && isPending(after.status)]).toEqual([since, isLeft]);
  }
});

/** A balance that is due at a moment. */
async function balanceDue(dueAt: Instant, more: object = {}) {
  const id = newId(dueAt);
  await store({ ...userKey(id), id, username: id, phoneNumber: '' });
  const owed = { balance: 5_000, outgoing: 0, ...more };
  await store({ ...balanceKey(id), ...owed, ...dueIndex('PAYOUT', dueAt, id) });
  return async (now: Instant) => {
    await decideDuePayouts({ table, log, now, payouts: {} } as never, id);
    return (await payoutsOf(table, id)).map(({ period, amount }) => [period, amount]);
  };
}
const payday = (month: number) => instant(Date.UTC(2027, month - 1, 8, 12));

test('a balance is paid out from exactly its time on', async () => {
  const decide = await balanceDue(payday(4));
  expect(await decide(later(payday(4), -1))).toEqual([]);
  expect(await decide(payday(4))).toEqual([['2027-03', 5_000]]);
});

test('a late run decides every month whose payday has come, the last at exactly its time', async () => {
  const inApril = { moved_2027_04: 3_000 };
  const march = ['2027-03', 2_000];
  const early = await balanceDue(payday(4), inApril);
  expect(await early(later(payday(5), -1))).toEqual([march]);
  const late = await balanceDue(payday(4), inApril);
  expect(await late(payday(5))).toEqual([['2027-04', 3_000], march]);
});

test('a first payout waits until exactly 14 days after the first earning', async () => {
  const firstOwedAt = instant(Date.UTC(2027, 2, 30));
  const owed = { balance: cents(5_000), moved: {}, firstOwedAt };
  const from = (await firstPayoutDate(table, 'nobody', owed, firstOwedAt)) ?? firstOwedAt;
  expect(from).toBeGreaterThanOrEqual(later(firstOwedAt, 14 * DAY));
  expect(await firstPayoutDate(table, 'nobody', owed, later(from, -1))).toBe(from);
  expect(await firstPayoutDate(table, 'nobody', owed, from)).toBeUndefined();
});

test('a payout is late from exactly two hours after its time on', async () => {
  const dueAt = instant(Date.UTC(2020, 1, 8));
  await balanceDue(dueAt);
  const end = later(dueAt, 2 * HOUR);
  expect(await latePayouts(table, later(end, -1))).toBe(0);
  expect(await latePayouts(table, end)).toBe(1);
});

test('a postponed text message that cannot be sent is given up after exactly a day', async () => {
  const userId = newId(world.now());
  const due = later(world.now(), MINUTE);
  // No text message exists for this type of event, so sending it fails.
  const detail = { userId, conversationId: userId };
  const event = { id: userId, type: 'conversation.replied', at: world.now(), detail };
  await postponeText(table, userId, event as never, due);
  const left = async () => (await duePostponed(table, later(due, DAY), { limit: 9 })).keys.length;
  const run = () => deliverPostponed({}, lambdaContext());
  await expect(at(world, later(due, DAY - 1), run)).rejects.toThrow('could not be sent');
  expect(await left()).toBe(1);
  await at(world, later(due, DAY), run);
  expect(await left()).toBe(0);
});

test('a webhook is accepted up to exactly five minutes before and after its time', async () => {
  const now = instant(Math.ceil(world.now() / SECOND) * SECOND + HOUR);
  const event = { id: 'evt_moment', type: 'unknown' };
  const answered = (seconds: number) => {
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: JSON.stringify(event),
      secret: SECRETS.stripeWebhookSecret,
      timestamp: now / SECOND + seconds,
    });
    return at(world, now, async () => (await postEvent(world, event, signature)).statusCode);
  };
  expect([await answered(-300), await answered(300)]).toEqual([200, 200]);
  expect([await answered(-301), await answered(301)]).toEqual([400, 400]);
});
