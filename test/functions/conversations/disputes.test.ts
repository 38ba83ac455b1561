import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import {
  intentOf,
  operator,
  owedTo,
  postEventsOf,
  postEventsShuffled,
} from '../../support/disputes.ts';
import {
  expectLedgerMatchesStripe,
  ledgerChanges,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { answeredOrder, capturedOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Disputes of messages for $25.00 on the free plan: the recipient earns $22.00, the fee is $3.00. A dispute costs
 * $15.00.
 */

const world = worldOfFile();

const answered = () => answeredOrder(world);

/** The change of each ledger account since `before`, without accounts that did not change. */
const movedSince = (before: Record<string, number>) => ledgerChanges(world, before);

/** Returns the last timeline entry that a participant sees, or the last one of an event. */
async function toldTo(person: Person, id: string, event?: string) {
  const viewed = await responseTo(person.seesAsSender({ id }));
  const { timeline } =
    viewed.http === 200 ? viewed.body.data[0] : await person.seesAsRecipient({ id });
  return timeline.findLast((one: { event: string }) => !event || one.event === event);
}

/** Returns the money fields of the newest message in a person's inbox. */
async function listedTo(recipient: Person) {
  const [newest] = (await recipient.inbox({ filter: 'ALL' })).data;
  if (!newest) throw new Error('the inbox is empty');
  const { netEarnings, netDisputed, netLost, dispute } = newest;
  return { netEarnings, netDisputed, netLost, dispute };
}

/** Returns the lines of a person's ledger, newest first. */
const linesOf = async (person: Person) => (await person.ledger()).data.map(({ what }) => what);

const chargeSummaryOf = async (id: string) =>
  (await conversationById(table, id, world.now()))?.money.back;

test('a dispute over another product’s payment on the same account is ignored', async () => {
  const other = await (await operator(world)).paymentIntents.create({
    amount: 700,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    confirm: true,
  });
  const before = await ledgerOf(world);
  await world.bank.disputes(other);
  await postAllEvents(world);
  expect(await ledgerOf(world)).toEqual(before);
});

test('a dispute is handled once after a crash of the webhook handler at any effect', async () => {
  for (const outcome of ['won', 'lost'] as const)
    await world.crashingAtEveryWrite(
      async ({ crash }) => {
        const { recipient, intent } = await answered();
        const opened = await world.bank.disputes(intent);
        const events = () => postEventsOf(world, 'charge.dispute.created', 'charge.dispute.closed');
        await crash(events);
        await world.bank.decides(opened, outcome);
        await crash(events);
        await postAllEvents(world);
        expect(await owedTo(recipient)).toBe(outcome === 'won' ? 2_200 : 0);
        await expectLedgerMatchesStripe(world);
      },
      { inNewWorlds: true },
    );
});

describe('a dispute of an answered message', () => {
  test('is shown in the recipient’s list with the disputed part of the earning', async () => {
    const undisputed = { netEarnings: 22, netDisputed: 0, netLost: 0, dispute: null };
    const [won, lost] = [await answered(), await answered()];
    expect(await listedTo(won.recipient)).toEqual(undisputed);
    const opened = await world.bank.disputes(won.intent);
    const losing = await world.bank.disputes(lost.intent);
    await postAllEvents(world);
    const frozen = { netEarnings: 22, netDisputed: 22, netLost: 0, dispute: 'OPEN' };
    expect(await listedTo(won.recipient)).toEqual(frozen);
    await world.bank.decides(opened, 'won');
    await world.bank.decides(losing, 'lost');
    await postAllEvents(world);
    expect(await listedTo(won.recipient)).toEqual(undisputed);
    const taken = { ...frozen, netLost: 22, dispute: 'LOST' };
    expect(await listedTo(lost.recipient)).toEqual(taken);
    // A refund that an operator marked as fraudulent takes the earning back too.
    const fraud = await answered();
    const refund = { payment_intent: fraud.intent.id, reason: 'fraudulent' } as const;
    await (await operator(world)).refunds.create(refund);
    await postAllEvents(world);
    expect(await listedTo(fraud.recipient)).toEqual(taken);
  });

  test('freezes the earning; winning returns it, and the platform bears the fee', async () => {
    const { recipient, sender, id, intent } = await answered();
    const before = await ledgerOf(world);
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(0);
    expect(await movedSince(before)).toEqual({
      [`user:${recipient.user.id}`]: -2_200,
      'platform:disputes': 2_200 - 4_000,
      'card:clearing': 4_000,
    });
    // The dispute is undecided, so no refund is shown to either side.
    expect(await sender.seesAsSender({ id })).toMatchObject({ moneyState: 'CHARGED' });
    expect(await toldTo(recipient, id, 'DISPUTED')).toMatchObject({ amount: 22 });
    expect(await toldTo(sender, id, 'DISPUTED')).not.toHaveProperty('amount');
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(2_200);
    expect(await toldTo(recipient, id)).toMatchObject({ event: 'DISPUTE_WON', amount: 22 });
    expect(await linesOf(recipient)).toEqual(['DISPUTE_WON', 'DISPUTED', 'ANSWERED']);
    expect(await movedSince(before)).toEqual({
      'platform:disputes': -1_500,
      'card:clearing': 1_500,
    });
    expect(await chargeSummaryOf(id)).toMatchObject({
      dispute: 'WON',
      frozen: 0,
      gone: 0,
      cost: 1_500,
    });
  });

  test('that is lost keeps the frozen earning, and shows that the money was returned', async () => {
    const { recipient, sender, id, intent } = await answered();
    const before = await ledgerOf(world);
    await world.bank.decides(await world.bank.disputes(intent), 'lost');
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(0);
    expect(await movedSince(before)).toMatchObject({ 'platform:disputes': -1_800 });
    expect(await toldTo(recipient, id)).toMatchObject({ event: 'DISPUTE_LOST', amount: 22 });
    expect(await toldTo(sender, id)).toMatchObject({ event: 'DISPUTE_LOST' });
    expect(await linesOf(recipient)).toEqual(['CLAWED_BACK', 'ANSWERED']);
    expect(await sender.seesAsSender({ id })).toMatchObject({
      status: 'OPEN',
      moneyState: 'REFUNDED',
    });
  });

  test('gives the same result when its webhooks arrive late, twice or in any order', async () => {
    for (const [seed, outcome] of [
      [7, 'won'],
      [11, 'lost'],
      [13, 'lost'],
      [17, 'won'],
    ] as const) {
      const { recipient, intent } = await answered();
      const before = await ledgerOf(world);
      await world.bank.decides(await world.bank.disputes(intent), outcome);
      await postEventsOf(world, 'charge.dispute.closed', 'charge.dispute.created');
      await postEventsShuffled(world, seed);
      await postEventsShuffled(world, seed + 1);
      expect(await owedTo(recipient)).toBe(outcome === 'won' ? 2_200 : 0);
      expect((await movedSince(before))['card:clearing']).toBe(outcome === 'won' ? 1_500 : 4_000);
    }
  });

  test.each([
    ['charge.dispute.funds_reinstated', 'won', 2_200],
    ['charge.dispute.closed', 'won', 2_200],
    ['charge.dispute.closed', 'lost', 0],
  ] as const)('is decided by %s alone, if it is %s', async (type, outcome, owed) => {
    const { recipient, id, intent } = await answered();
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    await world.bank.decides(opened, outcome);
    await postEventsOf(world, type);
    expect(await chargeSummaryOf(id)).toMatchObject({ dispute: outcome.toUpperCase() });
    expect(await owedTo(recipient)).toBe(owed);
  });

  test('is not reopened by earlier events after its decision', async () => {
    const { recipient, intent } = await answered();
    const opened = await world.bank.disputes(intent);
    const recorded = [...(world.stripe.read('events') as Stripe.Event[])];
    await postAllEvents(world);
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    expect(recorded.some(({ type }) => type === 'charge.dispute.created')).toBe(true);
    await postEventsOf(world, 'charge.dispute.created', 'charge.dispute.funds_withdrawn');
    expect(await owedTo(recipient)).toBe(2_200);
    await expectLedgerMatchesStripe(world);
  });

  test('over a part of the payment freezes the earning of that part', async () => {
    const { recipient, intent } = await answered();
    const before = await ledgerOf(world);
    await world.bank.disputes(intent, { part: 1_000 });
    await postAllEvents(world);
    // A remaining price of $15.00 would earn $13.00, so the disputed $10.00 freeze $9.00 of the $22.00.
    expect(await owedTo(recipient)).toBe(1_300);
    expect(await movedSince(before)).toMatchObject({ 'card:clearing': 2_500 });
  });

  test('over more than the price costs the platform the difference', async () => {
    const { recipient, intent } = await answered();
    const before = await ledgerOf(world);
    await world.bank.decides(await world.bank.disputes(intent, { part: 2_750 }), 'lost');
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(0);
    expect(await movedSince(before)).toMatchObject({
      'card:clearing': 4_250,
      'platform:disputes': 2_200 - 4_250,
    });
  });

  test('never makes a balance negative while it is open', async () => {
    const { recipient, intent } = await answered();
    const gone = changeBalance(recipient.user.id, cents(-2_000), world.now(), { entries: 0 });
    if (gone) await table.write(gone);
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(0);
    // Later earnings are not frozen for the dispute.
    const later = changeBalance(recipient.user.id, cents(500), world.now(), { entries: 0 });
    if (later) await table.write(later);
    await postEventsShuffled(world, 3);
    expect(await owedTo(recipient)).toBe(500);
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(700);
    await expectLedgerMatchesStripe(world);
  });

  test('freezes nothing while it is only an inquiry', async () => {
    const { recipient, id, intent } = await answered();
    await world.bank.decides(await world.bank.disputes(intent, { isInquiry: true }), 'lost');
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(2_200);
    expect(await chargeSummaryOf(id)).toBeUndefined();
    await expectLedgerMatchesStripe(world);
  });

  test('that is opened during the capture freezes the earning with the capture', async () => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const paid = await sender.pays(recipient, { card: 'pm_card_createDispute' });
    await recipient.answers(paid);
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(0);
    await expectLedgerMatchesStripe(world);
  });
});

describe('a dispute of an unanswered message', () => {
  test('ends the conversation, so that the recipient writes no unpaid answer', async () => {
    const { sender, order, intent } = await capturedOrder(world);
    await world.bank.disputes(intent);
    await postAllEvents(world);
    expect(await sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      moneyState: 'REFUNDED',
    });
    await expectLedgerMatchesStripe(world);
    expect((await ledgerOf(world)).held).toBe(0);
  });

  test('that is won refunds the sender, who got no answer', async () => {
    const { sender, order, intent } = await capturedOrder(world);
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    await runSchedules();
    await postAllEvents(world);
    expect(await sender.sees(order)).toMatchObject({ moneyState: 'REFUNDED' });
    const refunds = (world.stripe.read('refunds') as Stripe.Refund[]).filter(
      (one) => one.payment_intent === intent.id,
    );
    expect(refunds.map(({ amount }) => amount)).toEqual([2_500]);
    await expectLedgerMatchesStripe(world);
  });

  test('takes the money of a message in review, and the platform bears the dispute fee', async () => {
    const order = await pendingOrder(world);
    await order.recipient.reportsLetter(order);
    const before = await ledgerOf(world);
    await world.bank.decides(await world.bank.disputes(intentOf(world, order.id)), 'lost');
    await postAllEvents(world);
    expect(await movedSince(before)).toEqual({
      'platform:review': -2_500,
      'platform:disputes': -1_500,
      'card:clearing': 4_000,
    });
  });
});
