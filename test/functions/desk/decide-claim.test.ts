import { expect, test } from '@jest/globals';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { prettyDate } from '#shared/dates.ts';
import { newId } from '#shared/ids.ts';
import { type Conversation, timeOfAnswer } from '#shared/rules/conversations/conversations.ts';
import { DAY, type Instant } from '#shared/time.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { contestedOrder, openCasesAbout } from '../../support/claims.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { answeredOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { openedCase } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Contested claims, decided by staff. docs/product/desk.md#decisions */

const world = worldOfFile();
const REASON = 'The answer is about a violin, and the question was about a cello.';

const decide = (staff: Person, caseId: string, outcome = 'UPHELD', reason = REASON) =>
  responseTo(staff.decidesClaim({ id: caseId }, outcome, { reason }));

const caseIdOf = async (id: string) => String((await openCasesAbout(id))[0]?.id);

async function contested() {
  const order = await contestedOrder(world);
  return { ...order, caseId: await caseIdOf(order.id) };
}

test('decideClaim refunds the sender of an upheld claim, and writes a statement to the recipient', async () => {
  const { order, ...people } = await answeredOrder(world);
  world.advance(2 * DAY);
  await people.sender.claims(order);
  await people.recipient.contests(order);
  const caseId = await caseIdOf(order.id);
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const { body } = await decide(staff, caseId);
  expect(body.data).toEqual([{ message: 'The sender is refunded.' }]);
  await postAllEvents(world);
  expect(await people.sender.sees(order)).toMatchObject({ moneyState: 'REFUNDED' });
  const conversation = await conversationById(table, order.id, world.now());
  const answeredOn = prettyDate(timeOfAnswer(conversation as Conversation) as Instant);
  const statements = await statementsOf(table, people.recipient.user.id);
  expect(statements).toMatchObject([{ deed: 'EARNING_REVERSED', reason: REASON, caseId }]);
  expect(statements[0]?.facts).toContain(`answered on ${answeredOn} claimed`);
  expect(statements[0]?.facts).toContain('The $22.00 that you earned');
  expect(await openCasesAbout(order.id)).toEqual([]);
  expect(await auditEntriesAbout(world, caseId)).toMatchObject([
    { command: `decideClaim ${caseId}`, reason: REASON, outcome: 'The sender is refunded.' },
  ]);
  await expectLedgerMatchesStripe(world);
});

test('the statement of an upheld claim does not quote the subject, which staff read only with a reason', async () => {
  const { recipient, id, caseId } = await contested();
  await decide(await newPerson(world, { staff: 'all' }), caseId);
  const subject = (await conversationById(table, id, world.now()))?.subject ?? '';
  const [statement] = await statementsOf(table, recipient.user.id);
  expect(subject).not.toBe('');
  expect(statement?.facts).not.toContain(subject);
});

test('decideClaim says why a claim ended that its sender has withdrawn', async () => {
  const { sender, id, caseId } = await contested();
  await sender.withdraws({ id });
  expect((await decide(await newPerson(world, { staff: 'all' }), caseId)).body).toMatchObject({
    status: 'WRONG_STATUS',
    message: 'The sender withdrew the claim.',
    decidedBy: null,
  });
});

test('decideClaim frees the earning of a rejected claim, and both sides read why', async () => {
  const { sender, recipient, id, caseId } = await contested();
  const { body } = await decide(await newPerson(world, { staff: ['FINANCE'] }), caseId, 'REJECTED');
  expect(body.data).toEqual([{ message: 'The earning is free again.' }]);
  await postAllEvents(world);
  expect(await sender.seesAsSender({ id })).toMatchObject({
    moneyState: 'CHARGED',
    claim: { state: 'REJECTED' },
  });
  for (const [{ user }, deed] of [
    [sender, 'CLAIM_REJECTED'],
    [recipient, 'EARNING_FREED'],
  ] as const)
    expect(await statementsOf(table, user.id)).toMatchObject([{ deed, rule: '', reason: REASON }]);
  expect(await openCasesAbout(id)).toEqual([]);
  await expectLedgerMatchesStripe(world);
});

test('decideClaim accepts the same decision of the same person again, and does nothing twice', async () => {
  const { recipient, caseId } = await contested();
  const staff = await newPerson(world, { staff: 'all' });
  await decide(staff, caseId);
  const again = await decide(staff, caseId);
  expect(again.body.data).toEqual([{ message: 'You have decided this.' }]);
  expect(await statementsOf(table, recipient.user.id)).toHaveLength(1);
  expect(await auditEntriesAbout(world, caseId)).toHaveLength(1);
  await postAllEvents(world);
  await expectLedgerMatchesStripe(world);
});

test('decideClaim refuses a second decision, with who decided it', async () => {
  const { caseId } = await contested();
  const [first, second] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  await decide(first, caseId, 'REJECTED');
  const refused = { status: 'WRONG_STATUS', decidedBy: first.user.fullName };
  expect((await decide(second, caseId, 'REJECTED')).body).toMatchObject(refused);
  expect((await decide(first, caseId, 'UPHELD')).body).toMatchObject(refused);
});

test('of two people who decide a claim at once one succeeds, and the other is told who decided it', async () => {
  const { sender, id, caseId } = await contested();
  const [first, second] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const late = await world.overtaken(() => decide(second, caseId), {
    at: `CONVERSATION#${id}`,
    by: () => decide(first, caseId, 'REJECTED'),
  });
  expect(late.body).toMatchObject({
    status: 'WRONG_STATUS',
    decidedBy: first.user.fullName,
    message: `${first.user.fullName} has decided this already.`,
  });
  await postAllEvents(world);
  expect(await sender.seesAsSender({ id })).toMatchObject({ moneyState: 'CHARGED' });
});

test('decideClaim refuses the sender and the recipient of the answer', async () => {
  const { sender, recipient, caseId } = await contested();
  for (const side of [sender, recipient]) {
    await makeStaff(side);
    expect((await decide(side, caseId)).body.status).toBe('NOT_FOUND');
  }
});

test('decideClaim refuses staff without the permission, a case of another kind, and one that does not exist', async () => {
  const { caseId } = await contested();
  const support = await newPerson(world, { staff: ['SUPPORT'] });
  expect((await decide(support, caseId)).body.status).toBe('FORBIDDEN');
  const [openedBy, about] = [await newPerson(world), await newPerson(world)];
  const report = await openedCase(world, { openedBy: openedBy.user.id, userId: about.user.id });
  const staff = await newPerson(world, { staff: 'all' });
  expect((await decide(staff, report.id)).body.status).toBe('WRONG_STATUS');
  expect((await decide(staff, newId(world.now()))).body.status).toBe('NOT_FOUND');
});

test('decideClaim refuses a decision without an outcome or a reason', async () => {
  const { caseId } = await contested();
  const staff = await newPerson(world, { staff: 'all' });
  const { body } = await decide(staff, caseId, '', '');
  expect(body).toMatchObject({
    status: 'INVALID_INPUT',
    fields: { outcome: 'Please choose a decision', reason: expect.any(String) },
  });
});
