import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { handler as viewInbox } from '#functions/conversations/viewInbox.ts';
import { handler as viewOrder } from '#functions/conversations/viewOrder.ts';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { cents } from '#shared/money.ts';
import { HOUR } from '#shared/time.ts';
import { call, lambdaContext } from '../support/call.ts';
import { crashAtEveryEffect, interceptEffects, runProcess } from '../support/crash.ts';
import { newDevice } from '../support/devices.ts';
import { decide, dispute, failRefund, owedTo } from '../support/disputes.ts';
import { deliverToDevices, domainEventsOf, newestDomainEvent } from '../support/domain-events.ts';
import {
  expectLedgerMatchesStripe,
  ledgerChanges,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../support/money.ts';
import { auditEntriesAbout, OPERATOR, runConfirmedOps, runOps } from '../support/ops.ts';
import { answeredOrder, cancel, pendingOrder } from '../support/orders.ts';
import { type Person, signedIn } from '../support/people.ts';
import { startWorld, type World } from '../support/world.ts';

/* npm run ops -- refund. $25.00 on the free plan: the recipient earns $22.00, the fee is $3.00. */

let world: World;
beforeAll(async () => {
  interceptEffects();
  world = await startWorld();
});
afterAll(() => world.stop());

const answered = () => answeredOrder(world);

/** Delivers all webhooks and returns the change of each ledger account since `before`. */
async function movedSince(before: Record<string, number>) {
  await postAllEvents(world);
  return ledgerChanges(world, before);
}

async function seen(handler: unknown, { user }: Person, id: string) {
  const { token } = await signedIn(user, world.now());
  return (await call(handler, { id }, { method: 'GET', token })).body.data[0];
}
type Told = { readonly event: string; readonly amount?: number };
const toldTo = async (handler: unknown, person: Person, id: string) =>
  ((await seen(handler, person, id)).timeline as Told[])
    .slice(-2)
    .map(({ event, amount }) => (amount === undefined ? event : `${event} ${amount}`));

const refundsOf = (intent: Stripe.PaymentIntent) =>
  (world.stripe.read('refunds') as Stripe.Refund[])
    .filter((one) => one.payment_intent === intent.id)
    .map(({ status }) => status);

const statesOf = async (id: string) => (await conversationById(table, id, world.now()))?.money;

describe('the refund command for an answered message', () => {
  test('without --yes shows what it would do', async () => {
    const { id, recipient, sender } = await answered();
    const before = await ledgerOf(world);
    expect(await runOps(world, 'refund', id)).toBe(
      `${sender.user.fullName} → ${recipient.user.fullName}
$25.00 is refunded to the sender at the expense of the platform. The recipient keeps the $22.00 they earned. Both people are notified.
Nothing was changed. Re-run with --yes --reason "why" to apply.`,
    );
    expect(await runOps(world, 'refund', id, '--yes')).toMatch(/A reason is required/);
    expect(await movedSince(before)).toEqual({});
    expect(await auditEntriesAbout(world, id)).toEqual([]);
  });

  test('books the refund to the platform; the recipient keeps the earning', async () => {
    const { id, recipient, sender, intent } = await answered();
    const before = await ledgerOf(world);
    expect(await runConfirmedOps(world, 'refund', id)).toMatch(/Done\.$/);
    expect(await movedSince(before)).toEqual({
      'card:clearing': 2_500,
      'platform:disputes': -2_500,
    });
    expect(await owedTo(recipient)).toBe(2_200);
    expect(refundsOf(intent)).toEqual(['succeeded']);
    expect(await toldTo(viewOrder, sender, id)).toEqual(['GIVEN_BACK', 'RETURNED']);
    expect(await toldTo(viewInbox, recipient, id)).toEqual(['GIVEN_BACK', 'RETURNED']);
    expect(await seen(viewOrder, sender, id)).toMatchObject({
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
    await runConfirmedOps(world, 'refund', id);
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

  test('refunds once if it runs twice, and the second run says so', async () => {
    const { id, intent } = await answered();
    await runConfirmedOps(world, 'refund', id);
    const before = await ledgerOf(world);
    expect(await runConfirmedOps(world, 'refund', id)).toBe(
      'The sender is already refunded.\nNothing to do.',
    );
    await Promise.all([
      runConfirmedOps(world, 'refund', id),
      runConfirmedOps(world, 'refund', id, '--from-recipient'),
    ]);
    expect(await movedSince(before)).toEqual({});
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
  });

  test('refunds once if two operators run it concurrently', async () => {
    const { id, intent } = await answered();
    const before = await ledgerOf(world);
    const said = await Promise.all([1, 2, 3].map(() => runConfirmedOps(world, 'refund', id)));
    expect(said.filter((one) => /Done\.$/.test(one))).not.toEqual([]);
    expect(await movedSince(before)).toMatchObject({ 'card:clearing': 2_500 });
    expect(refundsOf(intent)).toEqual(['succeeded']);
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
  });

  test('notifies the devices of sender and recipient, without names or subjects', async () => {
    const { id, sender, recipient } = await answered();
    const phones = [await newDevice(world, sender), await newDevice(world, recipient)];
    await runConfirmedOps(world, 'refund', id);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.givenBack'));
    expect(phones.map((phone) => phone.arrived().map(({ title }) => title))).toEqual([
      ['You get your money back'],
      ['A payment was refunded'],
    ]);
  });
});

describe('the refund command with --from-recipient', () => {
  test('takes the refund from the earning and the fee, without a loss of the platform', async () => {
    const { id, recipient, sender } = await answered();
    const before = await ledgerOf(world);
    expect(await runConfirmedOps(world, 'refund', id, '--from-recipient')).toMatch(/Done\.$/);
    expect(await movedSince(before)).toEqual({
      [`user:${recipient.user.id}`]: -2_200,
      'platform:fees': -300,
      'card:clearing': 2_500,
    });
    expect(await owedTo(recipient)).toBe(0);
    expect(await toldTo(viewInbox, recipient, id)).toEqual(['GIVEN_BACK 22', 'RETURNED']);
    expect(await toldTo(viewOrder, sender, id)).toEqual(['GIVEN_BACK', 'RETURNED']);
    await reconcileLedger({}, lambdaContext());
  });

  test('is refused if the recipient’s balance no longer covers the earning', async () => {
    const { id, recipient } = await answered();
    const gone = changeBalance(recipient.user.id, cents(-500), world.now(), { entries: 0 });
    if (gone) await table.write(gone);
    expect(await runConfirmedOps(world, 'refund', id, '--from-recipient')).toBe(
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
    await runProcess(2, 'before', () => runConfirmedOps(world, 'refund', id, '--from-recipient'));
    await dispute(world, intent);
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

describe('the refund command for a pending message', () => {
  test('ends the message and cancels the hold', async () => {
    const { id, recipient, sender } = await pendingOrder(world);
    const before = await ledgerOf(world);
    expect(await runConfirmedOps(world, 'refund', id)).toMatch(/ends without an answer.*\nDone\.$/);
    expect(await movedSince(before)).toEqual({ held: -2_500, 'card:clearing': 2_500 });
    expect(await seen(viewOrder, sender, id)).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'WITHDRAWN',
      moneyState: 'RELEASED',
    });
    expect(await seen(viewInbox, recipient, id)).toMatchObject({ status: 'EXPIRED' });
    expect(await runOps(world, 'refund', id)).toMatch(/never charged: there’s nothing to refund/);
  });

  test('is refused with --from-recipient, because nothing was earned', async () => {
    const { id } = await pendingOrder(world);
    expect(await runConfirmedOps(world, 'refund', id, '--from-recipient')).toBe(
      'This letter wasn’t answered, so no one earned anything. Only the platform can bear the refund.',
    );
  });
});

describe('the refund command is refused', () => {
  test('while the payment is disputed, and after a dispute was lost in part', async () => {
    const { id, intent } = await answered();
    const opened = await dispute(world, intent, 1_000);
    await postAllEvents(world);
    expect(await runConfirmedOps(world, 'refund', id)).toBe(
      'The payment is disputed. Wait until the sender’s bank has decided.',
    );
    await decide(world, opened, 'lost');
    await postAllEvents(world);
    expect(await runConfirmedOps(world, 'refund', id)).toMatch(/^A part of the payment was lost/);
    expect(await auditEntriesAbout(world, id)).toEqual([]);
  });

  test('for an ended or unknown message', async () => {
    const { id, sender } = await pendingOrder(world);
    await cancel(sender, id);
    expect(await runConfirmedOps(world, 'refund', id)).toMatch(/never charged/);
    expect(await runConfirmedOps(world, 'refund', '01J0000000000000000000000A')).toBe(
      'There is no conversation 01J0000000000000000000000A.',
    );
  });

  test('after the card’s bank refused the refund twice', async () => {
    const { id, intent } = await answered();
    for (const _ of [1, 2]) {
      expect(await runConfirmedOps(world, 'refund', id)).toMatch(/Done\.$/);
      await failRefund(world, intent);
      await postAllEvents(world);
    }
    expect(await runConfirmedOps(world, 'refund', id)).toMatch(
      /^The sender’s bank refused the refund twice/,
    );
    expect(await statesOf(id)).toMatchObject({ state: 'CHARGED' });
    expect((await newestDomainEvent(world, 'refund.failed')).detail).toMatchObject({
      conversationId: id,
    });
    await expectLedgerMatchesStripe(world);
  });
});

test.each([['--from-platform'], ['--from-recipient']])(
  'a refund command that crashes at any effect is completed once by the sweep, with one audit entry (%s)',
  async (bearer) => {
    const flags = bearer === '--from-recipient' ? [bearer] : [];
    await crashAtEveryEffect(async (kill) => {
      const { id, intent, recipient } = await answered();
      const before = await ledgerOf(world);
      await kill(() => runConfirmedOps(world, 'refund', id, ...flags));
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
      expect(await owedTo(recipient)).toBe(flags.length > 0 ? 0 : 2_200);
      expect(moved['card:clearing']).toBe(2_500);
      expect(await statesOf(id)).toMatchObject({ state: 'REFUNDED' });
      expect((await statesOf(id))?.owed).toBeUndefined();
      expect(await runConfirmedOps(world, 'refund', id)).toMatch(/already/);
    });
    await reconcileLedger({}, lambdaContext());
  },
);
