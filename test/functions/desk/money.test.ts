import { expect, test } from '@jest/globals';
import { alertOf } from '#functions/storage/accounts/alerts.ts';
import { definedSteps } from '#functions/storage/counters.ts';
import { caseById } from '#functions/storage/desk/cases.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { balanceOf, changeBalance } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { negative } from '#shared/money.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { intentOf, operator, refundOf } from '../../support/disputes.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import {
  expectLedgerMatchesStripe,
  ledgerChanges,
  ledgerOf,
  postAllEvents,
} from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { reconciled } from '../../support/reversals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* Refunds and reviews by staff. docs/product/desk.md#refunds */

const world = worldOfFile();
const REASON = 'The answer was copied.';

const finance = () => newPerson(world, { staff: ['FINANCE'] });
const refund = (staff: Person, conversationId: string, bearer = 'platform') =>
  responseTo(staff.refunds({ id: conversationId }, { bearer, reason: REASON }));
const review = (staff: Person, conversationId: string, outcome: string) =>
  responseTo(staff.decidesReview({ id: conversationId }, outcome, { reason: REASON }));
const decide = (staff: Person, caseId: string, outcome = 'UPHELD') =>
  responseTo(staff.decidesCase({ id: caseId }, { outcome }, { reason: REASON }));

/** An answered message of $60.00, which is above what one member of staff refunds alone. */
async function largeOrder(dollars = 60) {
  const recipient = await newPerson(world, { price: 100 * dollars });
  const sender = await newPerson(world);
  const price = `${dollars}.00`;
  const { body } = await responseTo(sender.pays(recipient, { card: 'pm_card_visa', price }));
  const id = String(body.data[0].id);
  await recipient.answers({ id });
  await postAllEvents(world);
  return { sender, recipient, id };
}

const moneyStateOf = async (sender: Person, id: string) =>
  (await sender.seesAsSender({ id })).moneyState;

async function reported() {
  const order = await pendingOrder(world);
  await order.recipient.reportsLetter(order);
  await postAllEvents(world);
  return order;
}

test('refundConversation refunds a small amount at once, at the expense of the platform', async () => {
  const { sender, recipient, id } = await answeredOrder(world);
  const staff = await finance();
  const { body } = await refund(staff, id);
  expect(body.data[0]).toEqual({ message: 'The sender is refunded.', caseId: null });
  await postAllEvents(world);
  expect(await moneyStateOf(sender, id)).toBe('REFUNDED');
  expect(await statementsOf(table, recipient.user.id)).toMatchObject([{ deed: 'EARNING_KEPT' }]);
  expect(await auditEntriesAbout(world, id)).toMatchObject([
    { command: `refundConversation ${id}`, reason: REASON },
  ]);
  expect((await refund(staff, id)).http).toBe(200);
  expect(await auditEntriesAbout(world, id)).toHaveLength(1);
  await expectLedgerMatchesStripe(world);
});

test('refundConversation refunds exactly $50.00 without a second person', async () => {
  const { body } = await refund(await finance(), (await largeOrder(50)).id);
  expect(body.data[0]).toEqual({ message: 'The sender is refunded.', caseId: null });
});

test('refundConversation needs no second person up to the amount in the settings, which the desk shows', async () => {
  const staff = await finance();
  const { id } = await largeOrder();
  const shown = async () => (await staff.looksAtConversation({ id })).refundAlone;
  expect(await shown()).toBe(50);
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, refundAloneCents: 6_000 });
  try {
    expect(await shown()).toBe(60);
    const { body } = await refund(staff, id);
    expect(body.data[0]).toEqual({ message: 'The sender is refunded.', caseId: null });
  } finally {
    process.env.SETTINGS = JSON.stringify(SETTINGS);
  }
});

test('refundConversation writes a statement to a recipient who loses the earning', async () => {
  const { recipient, id } = await answeredOrder(world);
  await refund(await finance(), id, 'recipient');
  await postAllEvents(world);
  expect(await statementsOf(table, recipient.user.id)).toMatchObject([
    { deed: 'EARNING_REVERSED', facts: expect.stringContaining('$22.00'), reason: REASON },
  ]);
  await expectLedgerMatchesStripe(world);
});

test('refundConversation refuses what somebody else refunded, with who did', async () => {
  const { id } = await answeredOrder(world);
  const first = await finance();
  await refund(first, id);
  expect((await refund(await finance(), id)).body).toMatchObject({
    status: 'WRONG_STATUS',
    decidedBy: first.user.fullName,
    message: expect.stringContaining(first.user.fullName),
  });
});

test('refundConversation refuses a conversation of staff, and one that does not exist', async () => {
  const { sender, id } = await answeredOrder(world);
  await makeStaff(sender);
  expect((await refund(sender, id)).body.status).toBe('FORBIDDEN');
  expect((await refund(await finance(), newId(world.now()))).body.status).toBe('NOT_FOUND');
});

test.each(['platform', 'recipient'])(
  'a large refund at the expense of the %s is proposed once, and a second person makes it',
  async (bearer) => {
    const { sender, recipient, id } = await largeOrder();
    const [first, second] = [await finance(), await finance()];
    expect((await refund(first, id, bearer)).body.data[0].caseId).toBe(id);
    expect((await refund(first, id, bearer)).body.data[0].caseId).toBe(id);
    expect(await moneyStateOf(sender, id)).toBe('CHARGED');
    expect((await refund(second, id, bearer)).body).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining(first.user.fullName),
    });
    expect((await decide(first, id)).body.status).toBe('FORBIDDEN');
    expect((await decide(second, id)).http).toBe(200);
    await postAllEvents(world);
    expect(await moneyStateOf(sender, id)).toBe('REFUNDED');
    expect(await caseById(table, id)).toMatchObject({
      openedBy: first.user.id,
      userId: recipient.user.id,
      decision: { byUserId: second.user.id, outcome: 'UPHELD' },
    });
    expect((await decide(second, id)).http).toBe(200);
    await expectLedgerMatchesStripe(world);
  },
);

test('a large refund that is proposed again at the expense of somebody else is refused', async () => {
  const { id } = await largeOrder();
  const staff = await finance();
  expect((await refund(staff, id)).http).toBe(200);
  expect((await refund(staff, id, 'recipient')).body).toMatchObject({
    status: 'WRONG_STATUS',
    message: expect.stringContaining('at the expense of the platform'),
  });
  expect((await caseById(table, id))?.reason).toBe('REFUND_PLATFORM');
});

test('a rejected refund pays nothing back, and cannot be proposed again', async () => {
  const { sender, id } = await largeOrder();
  const [first, second] = [await finance(), await finance()];
  await refund(first, id);
  expect((await decide(second, id, 'REJECTED')).http).toBe(200);
  expect((await refund(first, id)).body).toMatchObject({
    status: 'WRONG_STATUS',
    decidedBy: second.user.fullName,
  });
  expect(await moneyStateOf(sender, id)).toBe('CHARGED');
});

test('while a refund waits for a second person the conversation says so, and names its case', async () => {
  const { id } = await largeOrder();
  const [first, second] = [await finance(), await finance()];
  const seenBy = async (staff: Person) => {
    const seen = await staff.looksAtConversation({ id });
    const { refundObstacle, refundCaseId } = seen;
    return { refundObstacle, refundCaseId };
  };
  expect(await seenBy(first)).toEqual({ refundObstacle: null, refundCaseId: null });
  await refund(first, id);
  expect(await seenBy(first)).toEqual({
    refundObstacle:
      'You have proposed this refund already, at the expense of the platform. Someone else has to decide that first.',
    refundCaseId: id,
  });
  expect(await seenBy(second)).toEqual({
    refundObstacle: `${first.user.fullName} has proposed this refund already. You can decide it.`,
    refundCaseId: id,
  });
  await decide(second, id, 'REJECTED');
  expect(await seenBy(first)).toEqual({ refundObstacle: null, refundCaseId: id });
});

test('of two people who decide a refund at once one makes it, and the other reads who did', async () => {
  const { sender, id } = await largeOrder();
  const [first, second, third] = [await finance(), await finance(), await finance()];
  await refund(first, id);
  const late = await world.overtaken(() => decide(third, id), {
    at: `CONVERSATION#${id}`,
    by: () => decide(second, id, 'REJECTED'),
  });
  expect(late.body).toMatchObject({
    status: 'WRONG_STATUS',
    decidedBy: second.user.fullName,
  });
  expect(await moneyStateOf(sender, id)).toBe('CHARGED');
});

test('a refund at the expense of a recipient whose balance is paid out meanwhile is refused', async () => {
  const { recipient, id } = await answeredOrder(world);
  const { balance } = await balanceOf(table, recipient.user.id);
  const payOut = () =>
    table.transact(
      ...definedSteps([
        changeBalance(recipient.user.id, negative(balance), world.now(), { entries: 0 }),
      ]),
    );
  const late = await world.overtaken(async () => refund(await finance(), id, 'recipient'), {
    at: `CONVERSATION#${id}`,
    by: payOut,
  });
  expect(late.body).toMatchObject({
    status: 'WRONG_STATUS',
    message: expect.stringContaining('balance of $0.00'),
  });
  expect((await balanceOf(table, recipient.user.id)).balance).toBe(0);
  await table.transact(
    ...definedSteps([changeBalance(recipient.user.id, balance, world.now(), { entries: 0 })]),
  );
});

test('a large refund that the rules do not allow is not proposed', async () => {
  const { id } = await largeOrder();
  const { body } = await refund(await finance(), id);
  expect(body.data[0].caseId).toBe(id);
  const pending = await pendingOrder(world);
  const refused = await refund(await finance(), pending.id, 'recipient');
  expect(refused.body.status).toBe('WRONG_STATUS');
});

test('decideReview keeps a payment with a statement to its sender', async () => {
  const { sender, id } = await reported();
  const staff = await finance();
  expect((await review(staff, id, 'KEEP')).http).toBe(200);
  await postAllEvents(world);
  expect(await moneyStateOf(sender, id)).toBe('CHARGED');
  expect(await statementsOf(table, sender.user.id)).toMatchObject([
    { deed: 'PAYMENT_KEPT', rule: 'SPAM_PHISHING', facts: expect.stringContaining('$25.00') },
  ]);
  expect((await review(staff, id, 'KEEP')).http).toBe(200);
  expect(await statementsOf(table, sender.user.id)).toHaveLength(1);
  expect((await review(await finance(), id, 'REFUND')).body).toMatchObject({
    status: 'WRONG_STATUS',
    decidedBy: staff.user.fullName,
  });
  await expectLedgerMatchesStripe(world);
});

test('a refund of a part in the dashboard that the bank refuses after decideReview kept the payment belongs to what was kept', async () => {
  const { sender, id } = await reported();
  const intent = intentOf(world, id);
  const before = await ledgerOf(world);
  await (await operator(world)).refunds.create({ payment_intent: intent.id, amount: 600 });
  await postAllEvents(world);
  expect((await review(await finance(), id, 'KEEP')).http).toBe(200);
  await world.bank.refusesRefund(refundOf(world, intent));
  await postAllEvents(world);
  expect(await ledgerChanges(world, before)).toEqual({
    'platform:review': -2_500,
    'platform:fees': 2_500,
  });
  expect(await domainEventsOf(world, 'refund.failed')).toMatchObject([
    { detail: { conversationId: id, amountCents: 600 } },
  ]);
  expect(await moneyStateOf(sender, id)).toBe('CHARGED');
  await reconciled(world);
});

test('decideReview refunds the sender, and ends the alert that says that the report is looked at', async () => {
  const { sender, id } = await reported();
  const alert = () => alertOf(table, sender.user.id, 'REPORT_CHARGED');
  expect(await alert()).toMatchObject({ about: id });
  expect((await review(await finance(), id, 'REFUND')).http).toBe(200);
  expect(await alert()).toBeUndefined();
  await postAllEvents(world);
  expect(await moneyStateOf(sender, id)).toBe('REFUNDED');
  expect(await statementsOf(table, sender.user.id)).toMatchObject([{ deed: 'PAYMENT_REFUNDED' }]);
});

test('a decided report leaves the alert about further reports', async () => {
  const { sender, recipient, id } = await reported();
  const { body } = await responseTo(sender.pays(recipient, { card: 'pm_card_visa' }));
  await recipient.reportsLetter(body.data[0]);
  expect((await review(await finance(), id, 'KEEP')).http).toBe(200);
  expect(await alertOf(table, sender.user.id, 'REPORT_CHARGED')).toMatchObject({ count: 2 });
});

test('viewDeskConversation shows who decided about the money, when and why', async () => {
  const { id } = await answeredOrder(world);
  const staff = await finance();
  await refund(staff, id);
  const seen = await responseTo((await finance()).looksAtConversation({ id }));
  expect(seen.body.data[0].decisions).toMatchObject([
    { kind: 'REFUND_BY_PLATFORM', by: { id: staff.user.id }, reason: REASON },
  ]);
});

test('decideReview refuses a message that is not in review, one of staff, and one that does not exist', async () => {
  const staff = await finance();
  const { id } = await answeredOrder(world);
  expect((await review(staff, id, 'KEEP')).body.status).toBe('WRONG_STATUS');
  const own = await reported();
  await makeStaff(own.recipient);
  expect((await review(own.recipient, own.id, 'KEEP')).body.status).toBe('FORBIDDEN');
  expect((await review(staff, newId(world.now()), 'KEEP')).body.status).toBe('NOT_FOUND');
});
