import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import type { Order } from '#lib/local/deeds/things.ts';
import { cents } from '#shared/money.ts';
import { HOUR } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { newDevice } from '../../support/devices.ts';
import { owedTo, refundOf } from '../../support/disputes.ts';
import {
  deliverToDevices,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { refundManually } from '../../support/manual-decisions.ts';
import {
  expectLedgerMatchesStripe,
  ledgerChanges,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { auditEntriesAbout, OPERATOR } from '../../support/ops.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import type { Person } from '../../support/people.ts';
import { startWorld, type World } from '../../support/world.ts';

/* Refunds by staff. $25.00 on the free plan: the recipient earns $22.00, the fee is $3.00. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const answered = () => answeredOrder(world);

/** Delivers all webhooks and returns the change of each ledger account since `before`. */
async function movedSince(before: Record<string, number>) {
  await postAllEvents(world);
  return ledgerChanges(world, before);
}

/** The last two events that a side of a conversation sees. */
const toldTo = async (side: Person, order: Order) =>
  (await side.sees(order)).timeline
    .slice(-2)
    .map(({ event, amount }) => (amount === undefined ? event : `${event} ${amount}`));

const refundsOf = (intent: Stripe.PaymentIntent) =>
  (world.stripe.read('refunds') as Stripe.Refund[])
    .filter((one) => one.payment_intent === intent.id)
    .map(({ status }) => status);

const statesOf = async (id: string) => (await conversationById(table, id, world.now()))?.money;

describe('a refund by staff of an answered letter', () => {
  test('books the refund to the platform; the recipient keeps the earning', async () => {
    const { id, recipient, sender, intent, order } = await answered();
    const before = await ledgerOf(world);
    expect(await refundManually(world, id)).toMatch(/Done\.$/);
    expect(await movedSince(before)).toEqual({
      'card:clearing': 2_500,
      'platform:disputes': -2_500,
    });
    expect(await owedTo(recipient)).toBe(2_200);
    expect(refundsOf(intent)).toEqual(['succeeded']);
    expect(await toldTo(sender, order)).toEqual(['GIVEN_BACK', 'RETURNED']);
    expect(await toldTo(recipient, order)).toEqual(['GIVEN_BACK', 'RETURNED']);
    expect(await sender.sees(order)).toMatchObject({
      status: 'OPEN',
      moneyState: 'REFUNDED',
    });
    // An operator decided the refund, so no event reports lost money.
    const lost = await domainEventsOf(world, 'money.lost');
    expect(
      lost.filter(({ detail }) => 'conversationId' in detail && detail.conversationId === id),
    ).toEqual([]);
    await reconcileLedger({}, lambdaContext());
  });

  test('records who, when, what, why and the result in the audit log', async () => {
    const { id } = await answered();
    await refundManually(world, id);
    expect(await auditEntriesAbout(world, id)).toMatchObject([
      {
        who: OPERATOR,
        command: `refund ${id}`,
        reason: 'ticket 17',
        outcome: expect.stringMatching(
          /^\$25\.00 is refunded to .* at the expense of the platform/,
        ),
      },
    ]);
  });

  test('refunds once if it is decided twice, and says so the second time', async () => {
    const { id, intent } = await answered();
    await refundManually(world, id);
    const before = await ledgerOf(world);
    expect(await refundManually(world, id)).toBe('The sender is already refunded.');
    await Promise.all([refundManually(world, id), refundManually(world, id, 'recipient')]);
    expect(await movedSince(before)).toEqual({});
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
  });

  test('refunds once if several members of staff decide it concurrently', async () => {
    const { id, intent } = await answered();
    const before = await ledgerOf(world);
    const said = await Promise.all([1, 2, 3].map(() => refundManually(world, id)));
    expect(said.filter((one) => /Done\.$/.test(one))).not.toEqual([]);
    expect(await movedSince(before)).toMatchObject({ 'card:clearing': 2_500 });
    expect(refundsOf(intent)).toEqual(['succeeded']);
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
  });

  test('notifies the devices of sender and recipient, without names or subjects', async () => {
    const { id, sender, recipient } = await answered();
    const phones = [await newDevice(world, sender), await newDevice(world, recipient)];
    await refundManually(world, id);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.givenBack'));
    expect(phones.map((phone) => phone.arrived().map(({ title }) => title))).toEqual([
      ['You get your money back'],
      ['A payment was refunded'],
    ]);
  });
});

describe('a refund by staff at the cost of the recipient', () => {
  test('takes the refund from the earning and the fee, without a loss of the platform', async () => {
    const { id, recipient, sender, order } = await answered();
    const before = await ledgerOf(world);
    expect(await refundManually(world, id, 'recipient')).toMatch(/Done\.$/);
    expect(await movedSince(before)).toEqual({
      [`user:${recipient.user.id}`]: -2_200,
      'platform:fees': -300,
      'card:clearing': 2_500,
    });
    expect(await owedTo(recipient)).toBe(0);
    expect(await toldTo(recipient, order)).toEqual(['GIVEN_BACK 22', 'RETURNED']);
    expect(await toldTo(sender, order)).toEqual(['GIVEN_BACK', 'RETURNED']);
    await reconcileLedger({}, lambdaContext());
  });

  test('is refused if the recipient’s balance no longer covers the earning', async () => {
    const { id, recipient } = await answered();
    const gone = changeBalance(recipient.user.id, cents(-500), world.now(), { entries: 0 });
    if (gone) await table.write(gone);
    expect(await refundManually(world, id, 'recipient')).toBe(
      'The recipient earned $22.00 and has a balance of $17.00: earnings that were paid out can’t be taken back. Only the platform can bear the refund.',
    );
    expect(await owedTo(recipient)).toBe(1_700);
    expect(await auditEntriesAbout(world, id)).toEqual([]);
    // Restores the balance, so that the ledger is consistent for the next tests.
    const back = changeBalance(recipient.user.id, cents(500), world.now(), { entries: 0 });
    if (back) await table.write(back);
  });

  test('accepts a dispute that opens before the refund is made at Stripe, and takes the earning once', async () => {
    const { id, recipient, intent } = await answered();
    const before = await ledgerOf(world);
    // The decision is stored; the process crashes before it requests the refund.
    await world.crashingAt(2, 'before', () => refundManually(world, id, 'recipient'));
    await world.bank.disputes(intent);
    await postAllEvents(world);
    world.advance(2 * HOUR);
    await runSchedules();
    expect((await movedSince(before))[`user:${recipient.user.id}`]).toBe(-2_200);
    expect(await statesOf(id)).toMatchObject({
      state: 'REFUNDED',
      back: { dispute: 'LOST', frozen: 0 },
    });
    expect((await statesOf(id))?.owed).toBeUndefined();
    expect(refundsOf(intent)).toEqual([]);
  });
});

describe('a refund by staff of a pending letter', () => {
  test('ends the message and cancels the hold', async () => {
    const { id, recipient, sender, order } = await pendingOrder(world);
    const before = await ledgerOf(world);
    expect(await refundManually(world, id)).toMatch(/ends without an answer.*\nDone\.$/);
    expect(await movedSince(before)).toEqual({ held: -2_500, 'card:clearing': 2_500 });
    expect(await sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'WITHDRAWN',
      moneyState: 'RELEASED',
    });
    expect(await recipient.sees(order)).toMatchObject({ status: 'EXPIRED' });
    expect(await refundManually(world, id)).toMatch(/never charged: there’s nothing to refund/);
  });

  test('is refused at the cost of the recipient, because nothing was earned', async () => {
    const { id } = await pendingOrder(world);
    expect(await refundManually(world, id, 'recipient')).toBe(
      'This letter wasn’t answered, so no one earned anything. Only the platform can bear the refund.',
    );
  });
});

describe('a refund by staff is refused', () => {
  test('while the payment is disputed, and after a dispute was lost in part', async () => {
    const { id, intent } = await answered();
    const opened = await world.bank.disputes(intent, { part: 1_000 });
    await postAllEvents(world);
    expect(await refundManually(world, id)).toBe(
      'The payment is disputed. Wait until the sender’s bank has decided.',
    );
    await world.bank.decides(opened, 'lost');
    await postAllEvents(world);
    expect(await refundManually(world, id)).toMatch(/^A part of the payment was lost/);
    expect(await auditEntriesAbout(world, id)).toEqual([]);
  });

  test('for an ended or unknown message', async () => {
    const { order, sender } = await pendingOrder(world);
    await sender.cancels(order);
    expect(await refundManually(world, order.id)).toMatch(/never charged/);
    expect(await refundManually(world, '01J0000000000000000000000A')).toBe(
      'There is no conversation.',
    );
  });

  test('after the card’s bank refused the refund twice', async () => {
    const { id, intent } = await answered();
    for (const _ of [1, 2]) {
      expect(await refundManually(world, id)).toMatch(/Done\.$/);
      await world.bank.refusesRefund(refundOf(world, intent));
      await postAllEvents(world);
    }
    expect(await refundManually(world, id)).toMatch(/^The sender’s bank refused the refund twice/);
    expect(await statesOf(id)).toMatchObject({ state: 'CHARGED' });
    expect((await newestDomainEvent(world, 'refund.failed')).detail).toMatchObject({
      conversationId: id,
    });
    await expectLedgerMatchesStripe(world);
  });
});

test.each(['platform', 'recipient'] as const)(
  'a refund by staff that crashes at any effect is completed once by the sweep, with one audit entry (at the cost of the %s)',
  async (bearer) => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { id, intent, recipient } = await answered();
      const before = await ledgerOf(world);
      await crash(() => refundManually(world, id, bearer));
      world.advance(2 * HOUR);
      await runSchedules();
      const decided = (await auditEntriesAbout(world, id)).length;
      const moved = await movedSince(before);
      if (decided === 0) {
        // The crash came before the first write: nothing happened, and the command can be repeated.
        expect(moved).toEqual({});
        expect(refundsOf(intent)).toEqual([]);
        return;
      }
      expect(decided).toBe(1);
      expect(refundsOf(intent)).toEqual(['succeeded']);
      expect(await owedTo(recipient)).toBe(bearer === 'recipient' ? 0 : 2_200);
      expect(moved['card:clearing']).toBe(2_500);
      expect(await statesOf(id)).toMatchObject({ state: 'REFUNDED' });
      expect((await statesOf(id))?.owed).toBeUndefined();
      expect(await refundManually(world, id)).toMatch(/already/);
    });
    await reconcileLedger({}, lambdaContext());
  },
);
