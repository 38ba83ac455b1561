import { expect, test } from '@jest/globals';
import { auditKey } from '#functions/storage/keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { QUESTION } from '#lib/local/deeds/texts.ts';
import { newId } from '#shared/ids.ts';
import { MINUTE } from '#shared/time.ts';
import { claimedOrder, contestedOrder } from '../../support/claims.ts';
import { postAllEvents } from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { onPlan } from '../../support/plans.ts';
import { appealedStatement, openedCase } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What staff see, and that every look at private content has a reason in the audit. docs/product/desk.md#private-content */

const world = worldOfFile();
const REASON = 'Report of a fake mayor.';

async function reportOfProfile() {
  const [reporter, person] = [await newPerson(world), await newPerson(world)];
  const one = await openedCase(world, { openedBy: reporter.user.id, userId: person.user.id });
  return { one, reporter, person };
}

test('viewDeskCase leaves out the quotes without a reason, and writes nothing to the audit', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const { one, reporter, person } = await reportOfProfile();
  const { body } = await responseTo(staff.looksAtCase(one));
  expect(body.data[0]).toMatchObject({
    id: one.id,
    kind: 'REPORT',
    text: 'Not them.',
    quoteCount: 1,
    quotes: null,
    openedBy: { id: reporter.user.id },
    about: { id: person.user.id },
    decision: null,
    openedByRecord: { reportsBy: 1, reportsAgainst: 0 },
    aboutRecord: {
      reportsBy: 0,
      reportsAgainst: 1,
      claimsBy: 0,
      claimsAgainst: 0,
      statements: 0,
      warnings: 0,
    },
    obstacle: null,
  });
  expect(JSON.stringify(body)).not.toContain('mayor');
  expect(await auditEntriesAbout(world, one.id)).toEqual([]);
});

test('viewDeskCase shows the quotes with a reason, which the audit keeps with the name of the member of staff', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const { one, person } = await reportOfProfile();
  const seen = await staff.looksAtCase(one, { reason: REASON });
  expect(seen.quotes).toMatchObject([{ by: { id: person.user.id }, text: 'I am the mayor.' }]);
  expect(await auditEntriesAbout(world, one.id)).toMatchObject([
    {
      who: `${staff.user.id} ${staff.user.fullName}`,
      command: `viewDeskCase ${one.id}`,
      reason: REASON,
    },
  ]);
});

test('viewDeskCase shows nothing if the audit cannot be written', async () => {
  const staff = await newPerson(world, { staff: 'all' });
  const { one } = await reportOfProfile();
  const fail = async () => {
    throw new Error('the table does not answer');
  };
  const audit = auditKey(world.now(), '').pk;
  const look = () => responseTo(staff.looksAtCase(one, { reason: REASON }));
  const { http, body } = await world.overtaken(look, { at: audit, by: fail });
  expect(http).toBe(500);
  expect(JSON.stringify(body)).not.toContain('mayor');
});

test.each([
  ['an empty reason', ''],
  ['a reason of dots', '.....'],
  ['a reason of two words', 'A look.'],
  ['a reason with a NUL', 'Report of a \u0000mayor.'],
  ['a reason of 201 characters', 'w'.repeat(201)],
])('viewDeskCase refuses %s', async (_name, reason) => {
  const staff = await newPerson(world, { staff: 'all' });
  const { one } = await reportOfProfile();
  const { body } = await responseTo(staff.looksAtCase(one, { reason }));
  expect(body).toMatchObject({ status: 'INVALID_INPUT', fields: { reason: expect.any(String) } });
});

test('viewDeskCase shows the statement that is appealed', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const { statement, appeal } = await appealedStatement(world, (await newPerson(world)).user.id);
  const seen = await staff.looksAtCase(appeal);
  expect(seen).toMatchObject({
    statement: { id: statement.id, deed: 'ACCOUNT_BLOCKED' },
  });
});

test('viewDeskCase refuses a case that does not exist, and one of another permission', async () => {
  const { one } = await reportOfProfile();
  const finance = await newPerson(world, { staff: ['FINANCE'] });
  expect((await responseTo(finance.looksAtCase({ id: newId(world.now()) }))).body.status).toBe(
    'NOT_FOUND',
  );
  expect((await responseTo(finance.looksAtCase(one))).body.status).toBe('FORBIDDEN');
});

test('addCaseNote adds a note once for a key, and viewDeskCase shows it with its writer', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const { one } = await reportOfProfile();
  await staff.notes(one, 'Seen before, in May.', { key: 'note-1' });
  await staff.notes(one, 'Seen before, in May.', { key: 'note-1' });
  const seen = await staff.looksAtCase(one);
  expect(seen.notes).toMatchObject([{ by: { id: staff.user.id }, text: 'Seen before, in May.' }]);
  expect(await auditEntriesAbout(world, one.id)).toHaveLength(1);
});

test('addCaseNote refuses a note beyond the fiftieth, and a case of another permission', async () => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const { one, person } = await reportOfProfile();
  const note = { byUserId: staff.user.id, at: world.now(), text: 'Again.' };
  const full = await openedCase(
    world,
    { openedBy: one.openedBy, userId: person.user.id },
    { notes: Array.from({ length: 50 }, () => note) },
  );
  const add = async (caseId: string, by = staff) =>
    (await responseTo(by.notes({ id: caseId }, 'Again.'))).body.status;
  expect(await add(full.id)).toBe('WRONG_STATUS');
  expect(await add(one.id, await newPerson(world, { staff: ['SUPPORT'] }))).toBe('FORBIDDEN');
});

test('viewDeskPerson shows an account by its name or id, without private data', async () => {
  const staff = await newPerson(world, { staff: ['SUPPORT'] });
  const { recipient, sender, id } = await answeredOrder(world);
  await postAllEvents(world);
  const { user } = recipient;
  for (const person of [user.id, user.username, `@${user.username.toUpperCase()}`]) {
    const seen = await staff.looksAtAccount({ id: person });
    expect(seen).toMatchObject({
      id: user.id,
      username: user.username,
      balance: 22,
      debt: 0,
      totalEarnings: 22,
      plan: 'FREE',
      blockedAt: null,
      statements: [],
      cases: [],
      privateData: null,
      inboxCount: 1,
      ordersCount: 0,
      orders: [],
      inbox: [{ id, status: 'OPEN', price: 25, other: { id: sender.user.id } }],
    });
  }
  expect(await auditEntriesAbout(world, user.id)).toEqual([]);
});

test('viewDeskPerson shows private data with a reason: the last digits, the card and the payouts', async () => {
  const staff = await newPerson(world, { staff: ['SUPPORT'] });
  const sender = await newPerson(world);
  await sender.pays((await answeredOrder(world)).recipient, { card: 'pm_card_visa' });
  const { body } = await responseTo(
    staff.looksAtAccount(sender.user, { reason: 'Ticket about a card.' }),
  );
  expect(body.data[0].privateData).toEqual({
    phoneLastDigits: sender.user.phoneNumber.slice(-4),
    card: { name: 'Visa 4242' },
    payoutAccount: 'NONE',
    payouts: [],
  });
  expect(JSON.stringify(body)).not.toContain(sender.user.phoneNumber);
  expect(await auditEntriesAbout(world, sender.user.id)).toMatchObject([
    { command: `viewDeskPerson ${sender.user.id}`, reason: 'Ticket about a card.' },
  ]);
});

test('viewDeskPerson shows when a plan renews or, once it is cancelled, when it ends', async () => {
  const staff = await newPerson(world, { staff: ['SUPPORT'] });
  const member = await onPlan(world);
  const seen = async () => await staff.looksAtAccount(member);
  const { planRenewsAt, planEndsAt } = await seen();
  expect([planRenewsAt, planEndsAt]).toEqual([expect.any(String), null]);
  await member.endsPlan();
  expect(await seen()).toMatchObject({ planRenewsAt: null, planEndsAt: planRenewsAt });
});

test('viewDeskPerson shows the statements and cases of a person', async () => {
  const staff = await newPerson(world, { staff: 'all' });
  const { one, person } = await reportOfProfile();
  world.advance(MINUTE);
  const { statement, appeal } = await appealedStatement(world, person.user.id, 'WARNED');
  const seen = await staff.looksAtAccount(person);
  expect(seen.statements).toMatchObject([
    { id: statement.id, deed: 'WARNED', appeal: { caseId: appeal.id, outcome: null } },
  ]);
  // The newest first, of whatever kind.
  const cases = seen.cases.map(({ id }: { id: string }) => id);
  expect(cases).toEqual([appeal.id, one.id]);
});

test('viewDeskPerson refuses a name that no account has', async () => {
  const { body } = await responseTo(
    (await newPerson(world, { staff: 'all' })).looksAtAccount({ id: 'nobody.here' }),
  );
  expect(body.status).toBe('NOT_FOUND');
});

test('viewDeskConversation shows money, timeline and ledger, and the messages only with a reason', async () => {
  const staff = await newPerson(world, { staff: ['FINANCE'] });
  const { id: conversationId, sender, recipient } = await answeredOrder(world);
  const without = await responseTo(staff.looksAtConversation({ id: conversationId }));
  expect(without.body.data[0]).toMatchObject({
    status: 'OPEN',
    moneyState: 'CHARGED',
    price: 25,
    netEarnings: 22,
    ticket: false,
    sender: { id: sender.user.id },
    recipient: { id: recipient.user.id },
    inReview: false,
    dispute: null,
    stillOwed: 0,
    content: null,
    obstacle: null,
  });
  const events = without.body.data[0].timeline.map(({ event }: { event: string }) => event);
  expect(events).toEqual(expect.arrayContaining(['PAID', 'ANSWERED', 'CAPTURED']));
  const causes = without.body.data[0].ledger.map(({ cause }: { cause: string }) => cause);
  expect(causes).toContain(`answered:${conversationId}`);
  expect(JSON.stringify(without.body)).not.toContain('violin');
  expect(await auditEntriesAbout(world, conversationId)).toEqual([]);

  const { body } = await responseTo(
    staff.looksAtConversation({ id: conversationId }, { reason: 'The sender disputes it.' }),
  );
  expect(body.data[0].content).toMatchObject({
    subject: 'Dry winters',
    more: false,
    messages: [
      { kind: 'QUESTION', senderId: sender.user.id, body: QUESTION.replace(/ <\/p>$/, ' </p>') },
      { kind: 'PAID_RESPONSE', senderId: recipient.user.id },
    ],
  });
  expect(await auditEntriesAbout(world, conversationId)).toMatchObject([
    { command: `viewDeskConversation ${conversationId}`, reason: 'The sender disputes it.' },
  ]);
});

test('viewDeskConversation says why a message cannot be refunded while its claim is not decided', async () => {
  const staff = await newPerson(world, { staff: ['FINANCE'] });
  const obstacleOf = async (conversationId: string) =>
    (await staff.looksAtConversation({ id: conversationId })).refundObstacle;
  const waits = 'The sender made a claim about this answer.';
  expect(await obstacleOf((await answeredOrder(world)).id)).toBeNull();
  expect(await obstacleOf((await claimedOrder(world)).id)).toContain(waits);
  const contested = await contestedOrder(world);
  expect(await obstacleOf(contested.id)).toContain(`${waits} Decide the claim first`);
  await contested.sender.withdraws(contested);
  expect(await obstacleOf(contested.id)).toBeNull();
});

test('viewDeskConversation gives no reason against a refund while the payment is being captured', async () => {
  const staff = await newPerson(world, { staff: ['FINANCE'] });
  const { recipient, order } = await pendingOrder(world);
  const path = '/v1/payment_intents/:id/capture';
  world.stripe.faults.next({ kind: 'status-500', path, times: 9 });
  await recipient.answers(order);
  world.stripe.faults.clear();
  const seen = await staff.looksAtConversation(order);
  expect(seen).toMatchObject({ pendingAtStripe: 'capture', refundObstacle: null });
});

test('viewDeskConversation refuses a conversation that does not exist', async () => {
  const { body } = await responseTo(
    (await newPerson(world, { staff: 'all' })).looksAtConversation({ id: newId(world.now()) }),
  );
  expect(body.status).toBe('NOT_FOUND');
});

test('the record of a person counts reported letters, without those that were only not meant for their reader', async () => {
  const staff = await newPerson(world, { staff: 'all' });
  const { sender, recipient, order } = await pendingOrder(world);
  const recordsOf = async () => {
    const { body } = await responseTo(staff.looksAtAccount(sender));
    const other = await responseTo(staff.looksAtAccount(recipient));
    return [body.data[0].record.reportsAgainst, other.body.data[0].record.reportsBy];
  };
  await recipient.reportsLetter(order, { reason: 'SCAM_FRAUD' });
  expect(await recordsOf()).toEqual([1, 1]);
  const { body } = await responseTo(sender.pays(recipient, { card: 'pm_card_visa' }));
  await recipient.reportsLetter(body.data[0], { reason: 'IGNORE' });
  expect(await recordsOf()).toEqual([1, 1]);
});
