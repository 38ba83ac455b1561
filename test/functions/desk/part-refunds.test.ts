import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { payments } from '#functions/gateways/payments.ts';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { caseById } from '#functions/storage/desk/cases.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { lambdaContext } from '../../support/call.ts';
import { newDevice } from '../../support/devices.ts';
import {
  intentOf,
  operator,
  owedTo,
  postEventsShuffled,
  refundOf,
} from '../../support/disputes.ts';
import {
  deliverToDevices,
  deliverToEmails,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { giveEmail } from '../../support/emails.ts';
import {
  expectLedgerMatchesStripe,
  ledgerChanges,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person, personOf } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Partial refunds by staff, of $25.00 of which the recipient earned $22.00. docs/product/desk.md#refunds */

const world = worldOfFile();
const REASON = 'Half of the questions were answered.';
const TEN = { amount: '10.00', givenBack: '0.00' };

const finance = () => newPerson(world, { staff: ['FINANCE'] });
const refundPart = (staff: Person, conversationId: string, part: object = TEN) =>
  responseTo(staff.calls('refundConversationPart', { conversationId, ...part, reason: REASON }));
const refundInFull = (staff: Person, conversationId: string) =>
  responseTo(staff.refunds({ id: conversationId }, { bearer: 'platform', reason: REASON }));

const decideRefund = (staff: Person, caseId: string, outcome = 'UPHELD') =>
  responseTo(staff.decidesCase({ id: caseId }, { outcome }, { reason: REASON }));

const moneyOf = async (id: string) => (await conversationById(table, id, world.now()))?.money;
const refundsOf = (id: string) =>
  (world.stripe.read('refunds') as Stripe.Refund[])
    .filter(({ payment_intent: of }) => of === intentOf(world, id).id)
    .map(({ amount }) => amount);

/** Delivers all webhooks, and returns the change of each ledger account since `before`. */
async function movedSince(before: Record<string, number>) {
  await postAllEvents(world);
  return ledgerChanges(world, before);
}

const BORNE_BY_PLATFORM = { 'platform:disputes': -1_000, 'card:clearing': 1_000 };

test('refundConversationPart refunds a part at the expense of the platform, and the recipient keeps the earning', async () => {
  const { recipient, id } = await answeredOrder(world);
  const [staff, before] = [await finance(), await ledgerOf(world)];
  const { body } = await refundPart(staff, id);
  expect(body.data[0]).toEqual({ message: '$10.00 is refunded to the sender.', caseId: null });
  expect(await movedSince(before)).toEqual(BORNE_BY_PLATFORM);
  await postEventsShuffled(world, 3);
  expect(await movedSince(before)).toEqual(BORNE_BY_PLATFORM);
  expect(refundsOf(id)).toEqual([1_000]);
  expect(await owedTo(recipient)).toBe(2_200);
  expect(await auditEntriesAbout(world, id)).toMatchObject([
    {
      command: `refundConversationPart ${id}`,
      reason: REASON,
      outcome: expect.stringMatching(/^\$10\.00 of \$25\.00 is refunded .* \$10\.00 in all/),
    },
  ]);
  await expectLedgerMatchesStripe(world);
  await expect(reconcileLedger({}, lambdaContext())).resolves.toBeUndefined();
});

test('both sides see the part in the timeline, and the sender is notified of the amount', async () => {
  const { sender, recipient, order } = await answeredOrder(world);
  await refundPart(await finance(), order.id);
  await postAllEvents(world);
  const seen = await sender.sees(order);
  expect(seen.moneyState).toBe('CHARGED');
  expect(seen.timeline.at(-1)).toMatchObject({ event: 'PARTLY_REFUNDED', amount: 10 });
  const person = await personOf(world, recipient.user);
  expect((await person.seesAsRecipient(order)).timeline.at(-1)).toMatchObject({
    event: 'PARTLY_REFUNDED',
    amount: 10,
  });
  const events = (type: 'conversation.givenBack' | 'money.lost') =>
    domainEventsOf(world, type).then((all) =>
      all.filter(({ detail }) => 'conversationId' in detail && detail.conversationId === order.id),
    );
  expect(await events('conversation.givenBack')).toMatchObject([
    { detail: { amountCents: 1_000 } },
  ]);
  expect(await events('money.lost')).toEqual([]);
});

test('both sides’ devices show a notification of a part, without names', async () => {
  const { sender, recipient, id } = await answeredOrder(world);
  const phones = [await newDevice(world, sender), await newDevice(world, recipient)];
  await refundPart(await finance(), id);
  await deliverToDevices(await newestDomainEvent(world, 'conversation.givenBack'));
  expect(phones.map((phone) => phone.arrived())).toMatchObject([
    [
      {
        title: 'You get $10.00 back',
        body: 'It’s on its way. Your bank shows it within 5 to 10 days.',
      },
    ],
    [{ title: 'Part of a payment was refunded', body: 'What you earned stays yours.' }],
  ]);
});

test('the receipt by email names each part alone, and then the rest of the price', async () => {
  const { sender, id } = await answeredOrder(world);
  const address = await giveEmail(world, sender);
  const staff = await finance();
  const newestReceipt = async () => {
    await postAllEvents(world);
    const events = await domainEventsOf(world, 'conversation.givenBack');
    const told = events.filter(({ detail }) => JSON.stringify(detail).includes(id)).at(-1);
    await deliverToEmails(told as DomainEvent);
    return world.emails.find(({ to }) => to === address);
  };
  let before = 0;
  for (const cents of [1_000, 500]) {
    const [amount, givenBack] = [cents, before].map((one) => (one / 100).toFixed(2));
    await refundPart(staff, id, { amount, givenBack });
    before += cents;
    const receipt = await newestReceipt();
    expect(receipt?.subject).toBe(`$${amount} of your letter to Person is on its way back`);
    expect(receipt?.text).toContain(`refund you $${amount} of the $25.00 that you paid.`);
    expect(receipt?.text).toContain(`Stays charged: $${(25 - before / 100).toFixed(2)}`);
  }
  await refundInFull(staff, id);
  const rest = await newestReceipt();
  expect(rest?.subject).toBe('$10.00 of your letter to Person is on its way back');
  expect(rest?.text).not.toContain('$25.00 is on its way');
  expect(rest?.text).not.toContain('Stays charged');
});

test('the same request sent twice refunds once, also by a person who sends it while the first is under way', async () => {
  const { id } = await answeredOrder(world);
  const staff = await finance();
  await world.overtaken(() => refundPart(staff, id), {
    at: `CONVERSATION#${id}`,
    by: () => refundPart(staff, id),
  });
  expect((await refundPart(staff, id)).http).toBe(200);
  expect(refundsOf(id)).toEqual([1_000]);
  expect(await auditEntriesAbout(world, id)).toHaveLength(1);
});

test('of two people who refund a part at once one does it, and the other reads who did or that the amount has changed', async () => {
  const { id } = await answeredOrder(world);
  const [first, second] = [await finance(), await finance()];
  const late = await world.overtaken(() => refundPart(second, id), {
    at: `CONVERSATION#${id}`,
    by: () => refundPart(first, id),
  });
  expect(late.body).toMatchObject({
    status: 'WRONG_STATUS',
    decidedBy: first.user.fullName,
  });
  const other = await refundPart(second, id, { amount: '5.00', givenBack: '0.00' });
  expect(other.body).toMatchObject({
    status: 'WRONG_STATUS',
    message: expect.stringContaining('$10.00 is already refunded'),
  });
  expect(refundsOf(id)).toEqual([1_000]);
});

test('a second part adds to the first, and a refund in full gives back the rest', async () => {
  const { sender, order } = await answeredOrder(world);
  const [staff, before] = [await finance(), await ledgerOf(world)];
  await refundPart(staff, order.id);
  await refundPart(staff, order.id, { amount: '5.00', givenBack: '10.00' });
  expect(await movedSince(before)).toMatchObject({ 'platform:disputes': -1_500 });
  const { body } = await responseTo(staff.looksAtConversation(order));
  expect(body.data[0]).toMatchObject({ givenBack: 15, pendingAtStripe: null });
  expect((await refundInFull(staff, order.id)).http).toBe(200);
  expect(await movedSince(before)).toMatchObject({ 'platform:disputes': -2_500 });
  expect(refundsOf(order.id).sort()).toEqual([1_000, 1_000, 500].sort());
  expect((await sender.sees(order)).moneyState).toBe('REFUNDED');
  expect((await refundPart(await finance(), order.id)).body.status).toBe('WRONG_STATUS');
  await expectLedgerMatchesStripe(world);
});

test('one person refunds the rest of a message whose price is not above the limit, also on the day of its part', async () => {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: 4_500 })];
  const order = await sender.pays(recipient, { card: 'pm_card_visa', price: '45.00' });
  await recipient.answers(order);
  await postAllEvents(world);
  const staff = await finance();
  await staff.refundsPart(order, '10.00');
  // The price and the part are together above the limit of $50.00, and no more than the price has moved.
  await staff.refunds(order);
  expect((await sender.sees(order)).moneyState).toBe('REFUNDED');
});

test('each part is told as itself, not as the sum of all: in the event, on devices and in the timeline', async () => {
  const { sender, order } = await answeredOrder(world);
  const phone = await newDevice(world, sender);
  const staff = await finance();
  let before = 0;
  for (const cents of [1_000, 500, 250]) {
    const [amount, givenBack] = [cents, before].map((one) => (one / 100).toFixed(2));
    expect((await refundPart(staff, order.id, { amount, givenBack })).http).toBe(200);
    await postAllEvents(world);
    before += cents;
    const events = await domainEventsOf(world, 'conversation.givenBack');
    const told = events.filter(({ detail }) => JSON.stringify(detail).includes(order.id)).at(-1);
    expect(told?.detail).toMatchObject({ amountCents: cents });
    await deliverToDevices(told as DomainEvent);
    expect(phone.arrived().at(-1)).toMatchObject({ title: `You get $${amount} back` });
    expect((await sender.sees(order)).timeline.at(-1)).toMatchObject({
      event: 'PARTLY_REFUNDED',
      amount: cents / 100,
    });
  }
});

test('a part that was refunded in Stripe’s dashboard counts as given back before', async () => {
  const { id, intent } = await answeredOrder(world);
  await (await operator(world)).refunds.create({ payment_intent: intent.id, amount: 400 });
  await postAllEvents(world);
  const staff = await finance();
  expect((await refundPart(staff, id)).body.status).toBe('WRONG_STATUS');
  expect((await refundPart(staff, id, { amount: '6', givenBack: '4' })).http).toBe(200);
  expect(refundsOf(id).sort()).toEqual([400, 600]);
});

describe('refundConversationPart refuses', () => {
  const cases: readonly (readonly [string, object])[] = [
    ['zero', { amount: '0.00', givenBack: '0.00' }],
    ['a negative amount', { amount: '-1.00', givenBack: '0.00' }],
    ['what is no amount', { amount: 'ten', givenBack: '0.00' }],
    ['all that is left', { amount: '25.00', givenBack: '0.00' }],
    ['more than what is left', { amount: '20.00', givenBack: '5.00' }],
  ];
  test.each(cases)('%s, at its field', async (_, part) => {
    const { id } = await answeredOrder(world);
    const { body } = await refundPart(await finance(), id, part);
    expect(body).toMatchObject({ status: 'INVALID_INPUT', fields: { amount: expect.any(String) } });
    expect(refundsOf(id)).toEqual([]);
  });

  test('a message that is not answered, one in review, one with a claim, and one refunded in full', async () => {
    const staff = await finance();
    const pending = await pendingOrder(world);
    const reported = await pendingOrder(world);
    await reported.recipient.reportsLetter(reported);
    await postAllEvents(world);
    const claimed = await answeredOrder(world);
    await claimed.sender.claims(claimed);
    const refunded = await answeredOrder(world);
    await refundInFull(staff, refunded.id);
    for (const { id } of [pending, reported, claimed, refunded])
      expect((await refundPart(staff, id)).body.status).toBe('WRONG_STATUS');
    expect(refundsOf(claimed.id)).toEqual([]);
  });

  test('a disputed payment until the bank has decided for the recipient', async () => {
    const { id, intent } = await answeredOrder(world);
    const staff = await finance();
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    expect((await refundPart(staff, id)).body.status).toBe('WRONG_STATUS');
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    expect((await refundPart(staff, id)).http).toBe(200);
    await postAllEvents(world);
    await expectLedgerMatchesStripe(world);
  });

  test('a conversation of staff, and one that does not exist', async () => {
    const { recipient, id } = await answeredOrder(world);
    await makeStaff(recipient);
    expect((await refundPart(recipient, id)).body.status).toBe('FORBIDDEN');
    expect((await refundPart(await finance(), newId(world.now()))).body.status).toBe('NOT_FOUND');
  });
});

describe('parts that together are above what one person refunds alone', () => {
  const TWENTY_MORE = { amount: '20.01', givenBack: '30.00' };

  /** An answered message of $90.00 of which $30.00 was given back. */
  async function partlyRefunded(staff: Person) {
    const recipient = await newPerson(world, { price: 9_000 });
    const sender = await newPerson(world);
    const paid = await sender.pays(recipient, { card: 'pm_card_visa', price: '90.00' });
    const id = paid.id;
    await recipient.answers({ id });
    await postAllEvents(world);
    expect((await refundPart(staff, id, { amount: '30.00', givenBack: '0' })).http).toBe(200);
    return id;
  }

  test('are proposed to a second person, who refunds them', async () => {
    const [first, second] = [await finance(), await finance()];
    const id = await partlyRefunded(first);
    for (const _ of ['first', 'repeated']) {
      const { body } = await refundPart(first, id, TWENTY_MORE);
      expect(body.data[0].caseId).toBe(id);
    }
    expect(refundsOf(id)).toEqual([3_000]);
    expect((await refundPart(second, id, TWENTY_MORE)).body).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining('$20.01 of it already'),
    });
    // Another amount is another proposal, also of the same person.
    expect((await refundPart(first, id, { ...TWENTY_MORE, amount: '25.00' })).body).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining('You have proposed'),
    });
    const { body } = await responseTo(second.looksAtCase({ id }));
    expect(body.data[0]).toMatchObject({ kind: 'REFUND', part: 20.01, amount: 90 });
    const queue = await responseTo(second.queue({ tile: 'SECOND_PERSON' }));
    expect(queue.body.data.find((one: { id: string }) => one.id === id)).toMatchObject({
      amount: 20.01,
    });
    expect((await decideRefund(first, id)).body.status).toBe('FORBIDDEN');
    const decided = await decideRefund(second, id);
    expect(decided.body.data[0].message).toBe('$20.01 is refunded to the sender.');
    expect((await decideRefund(second, id)).http).toBe(200);
    expect(refundsOf(id).sort()).toEqual([2_001, 3_000]);
    expect(await caseById(table, id)).toMatchObject({ decision: { outcome: 'UPHELD' } });
    await postAllEvents(world);
    await expectLedgerMatchesStripe(world);
  });

  test('are not refunded if the second person rejects them, or if another part was refunded in the dashboard meanwhile', async () => {
    const [first, second] = [await finance(), await finance()];
    const [id, other] = [await partlyRefunded(first), await partlyRefunded(first)];
    for (const one of [id, other]) await refundPart(first, one, TWENTY_MORE);
    expect((await decideRefund(second, id, 'REJECTED')).http).toBe(200);
    expect((await refundPart(first, id, TWENTY_MORE)).body).toMatchObject({
      status: 'WRONG_STATUS',
      decidedBy: second.user.fullName,
    });
    // While a proposal waits, nobody adds another part alone.
    expect(
      (await refundPart(first, other, { amount: '5.00', givenBack: '30.00' })).body,
    ).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining('You have proposed'),
    });
    const outside = { payment_intent: intentOf(world, other).id, amount: 500 };
    await (await operator(world)).refunds.create(outside);
    await postAllEvents(world);
    expect((await decideRefund(second, other)).body.status).toBe('WRONG_STATUS');
    expect(await caseById(table, other)).not.toHaveProperty('decision');
    expect([refundsOf(id), refundsOf(other).sort()]).toEqual([[3_000], [3_000, 500]]);
  });

  test('cannot be split by leaving out what was given back before', async () => {
    const staff = await finance();
    const id = await partlyRefunded(staff);
    const { body } = await refundPart(staff, id, { amount: '20.01', givenBack: '0.00' });
    expect(body.status).toBe('WRONG_STATUS');
    expect((await refundPart(staff, id, { amount: '20.00', givenBack: '30.00' })).http).toBe(200);
    expect(refundsOf(id).sort()).toEqual([2_000, 3_000]);
  });
});

test('a sender cannot claim an answer after a part of its price was refunded', async () => {
  const { sender, order } = await answeredOrder(world);
  await refundPart(await finance(), order.id);
  await expectRefused(sender.claims(order), 409, 'WRONG_STATUS');
});

test('a crash at any effect leads to one refund, which the sweep or a webhook completes', async () => {
  for (const finish of [runSchedules, () => postAllEvents(world)])
    await world.crashingAtEveryWrite(
      async ({ crash }) => {
        const { id } = await answeredOrder(world);
        const [staff, before] = [await finance(), await ledgerOf(world)];
        const survived = await crash(() => refundPart(staff, id));
        const isDecided = (await auditEntriesAbout(world, id)).length > 0;
        world.advance(2 * MINUTE);
        await finish();
        await runSchedules();
        expect(refundsOf(id)).toEqual(isDecided ? [1_000] : []);
        expect(survived && !isDecided).toBe(false);
        expect(await movedSince(before)).toEqual(isDecided ? BORNE_BY_PLATFORM : {});
        expect(await moneyOf(id)).not.toHaveProperty('owed');
        expect((await refundPart(staff, id)).http).toBe(200);
        expect(refundsOf(id)).toEqual([1_000]);
        await expectLedgerMatchesStripe(world);
      },
      { inNewWorlds: true },
    );
});

test('a webhook that arrives before the refund is booked books it, and the request does not book it again', async () => {
  const { id } = await answeredOrder(world);
  const before = await ledgerOf(world);
  const staff = await finance();
  const refunding = payments.refundPart;
  payments.refundPart = async (...given) => {
    const status = await refunding(...given);
    await postAllEvents(world);
    return status;
  };
  try {
    const { body } = await refundPart(staff, id);
    expect(body.data[0].message).toBe('$10.00 is refunded to the sender.');
  } finally {
    payments.refundPart = refunding;
  }
  expect(await movedSince(before)).toEqual(BORNE_BY_PLATFORM);
  const { history = [] } = (await conversationById(table, id, world.now())) ?? {};
  expect(history.filter(({ event }) => event === 'PARTLY_REFUNDED')).toHaveLength(1);
});

test('a dispute that opens between the decision and the refund ends the decision, and nothing is refunded', async () => {
  const { id, intent } = await answeredOrder(world);
  const staff = await finance();
  const refunding = payments.refundPart;
  payments.refundPart = async (...given) => {
    await world.bank.disputes(intent);
    return refunding(...given);
  };
  try {
    expect((await refundPart(staff, id)).body).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining('bank decides'),
    });
  } finally {
    payments.refundPart = refunding;
  }
  await postAllEvents(world);
  const money = await moneyOf(id);
  expect(money).toMatchObject({ back: { dispute: 'OPEN' }, response: { outcome: 'EVIDENCE' } });
  expect(money).not.toHaveProperty('owed');
  expect(refundsOf(id)).toEqual([]);
  await expectLedgerMatchesStripe(world);
});

test('a dispute about the rest freezes the earning from the rest only', async () => {
  const { recipient, id, intent } = await answeredOrder(world);
  const before = await ledgerOf(world);
  await refundPart(await finance(), id);
  await postAllEvents(world);
  const opened = await world.bank.disputes(intent, { part: 1_500 });
  await postAllEvents(world);
  expect(await moneyOf(id)).toMatchObject({ response: { outcome: 'EVIDENCE' } });
  // Of the $22.00 the $15.00 in dispute earned $13.50.
  expect(await owedTo(recipient)).toBe(850);
  await world.bank.decides(opened, 'won');
  await postAllEvents(world);
  expect(await owedTo(recipient)).toBe(2_200);
  // The $10.00, and the fee of $15.00 for the dispute.
  expect(await movedSince(before)).toMatchObject({ 'card:clearing': 2_500 });
  await expectLedgerMatchesStripe(world);
});

test('a part that the card’s bank refuses can be decided again, and is refunded once more', async () => {
  const { id, intent } = await answeredOrder(world);
  const staff = await finance();
  const before = await ledgerOf(world);
  await refundPart(staff, id);
  await postAllEvents(world);
  await world.bank.refusesRefund(refundOf(world, intent));
  expect(await movedSince(before)).toEqual({});
  world.advance(2 * HOUR);
  const again = staff;
  await makeStaff(again, ['FINANCE']);
  expect((await refundPart(again, id)).body.data[0].message).toBe(
    '$10.00 is refunded to the sender.',
  );
  expect(await movedSince(before)).toEqual(BORNE_BY_PLATFORM);
  expect(refundsOf(id)).toEqual([1_000, 1_000]);
});
