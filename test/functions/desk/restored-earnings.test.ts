import { expect, test } from '@jest/globals';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { userKey } from '#functions/storage/keys.ts';
import { balanceOf } from '#functions/storage/ledger/ledger.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NOTHING_TO_RESTORE } from '#shared/messages/staff.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Statement } from '#shared/rules/desk/cases.ts';
import { outcomeOf } from '#shared/rules/profiles/odds.ts';
import { contestedOrder, openCaseAbout, openCasesAbout } from '../../support/claims.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { answeredOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { storedUser } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* A granted appeal gives an earning back at the cost of the platform; the refund stays. docs/product/desk.md#decisions */

const world = worldOfFile();
const REASON = 'The question named no instrument, so the answer is one.';
const FIRST = 'The answer is about a violin, and the question was about a cello.';

const stored = async (id: string) =>
  (await conversationById(table, id, world.now())) as Conversation;
const balance = async ({ user }: Person) => (await balanceOf(table, user.id)).balance;
const decide = (staff: Person, caseId: string, outcome = 'UPHELD') =>
  responseTo(staff.decidesCase({ id: caseId }, { outcome }, { reason: REASON }));

/** Appeals the newest statement of a person, and returns the id of the case. */
async function appealed(person: Person): Promise<string> {
  const [statement] = (await statementsOf(table, person.id)) as [Statement];
  await person.appeals(statement);
  const [after] = await statementsOf(table, person.id);
  return String(after?.appeal?.caseId);
}

/** An appeal against an upheld claim. */
async function lostClaim() {
  const order = await contestedOrder(world);
  const staff = await newPerson(world, { staff: 'all' });
  await staff.decidesClaim(await openCaseAbout(order), 'UPHELD', { reason: FIRST });
  await postAllEvents(world);
  return { ...order, appealId: await appealed(order.recipient) };
}

test('a granted appeal against an upheld claim restores the earning and the odds, and the refund stays', async () => {
  const { sender, recipient, id, appealId } = await lostClaim();
  expect(outcomeOf(await stored(id))?.minutes).toBeUndefined();
  const before = await balance(recipient);
  const staff = await newPerson(world, { staff: 'all' });
  const shown = await staff.looksAtCase({ id: appealId });
  expect(shown.consequences.UPHELD).toMatch(/get the \$22\.00 again .* at our cost/);
  expect((await decide(staff, appealId)).body.data[0].message).toMatch(/earning is restored/);
  await postAllEvents(world);
  expect((await balance(recipient)) - before).toBe(2_200);
  const after = await stored(id);
  expect(after.money).toMatchObject({ state: 'REFUNDED', claim: { state: 'OVERTURNED' } });
  expect(outcomeOf(after)?.minutes).toBeGreaterThan(0);
  expect(await storedUser(world, recipient.user.id)).toMatchObject({
    endedCount: 1,
    answeredCount: 1,
    upheldClaimCount: 0,
  });
  expect(await sender.seesAsSender({ id })).toMatchObject({
    moneyState: 'REFUNDED',
    claim: { state: 'OVERTURNED' },
  });
  expect((await domainEventsOf(world, 'earning.restored')).length).toBeGreaterThan(0);
  await expectLedgerMatchesStripe(world);
});

test('the desk shows before and after a granted appeal that both sides read it', async () => {
  const { sender, recipient, appealId } = await lostClaim();
  const staff = await newPerson(world, { staff: 'all' });
  const seen = () => staff.looksAtCase({ id: appealId });
  const readers = (read: readonly { person: { id: string }; deed: string }[] = []) =>
    read.map(({ person, deed }) => [person.id, deed]);
  const both = [
    [recipient.user.id, 'EARNING_REVERSED'],
    [sender.user.id, 'REFUND_STAYS'],
  ];
  const { reads } = await seen();
  expect([readers(reads.UPHELD), readers(reads.REJECTED)]).toEqual([both, both.slice(0, 1)]);
  await decide(staff, appealId);
  expect(readers((await seen()).told)).toEqual(both);
});

test('both sides read that the appeal was right, and its reason', async () => {
  const { sender, recipient, id, appealId } = await lostClaim();
  await decide(await newPerson(world, { staff: 'all' }), appealId);
  expect((await statementsOf(table, sender.user.id))[0]).toMatchObject({
    deed: 'REFUND_STAYS',
    reason: REASON,
    conversation: { id, side: 'sender' },
    facts: expect.stringContaining('Your refund stays; we bear it.'),
  });
  expect((await statementsOf(table, recipient.user.id))[0]?.appeal?.decision).toMatchObject({
    outcome: 'UPHELD',
    reason: REASON,
  });
  const seen = await recipient.seesAsRecipient({ id });
  expect(seen.timeline.at(-1)).toMatchObject({ event: 'EARNING_RESTORED', amount: 22 });
});

test('the same decision, sent again, restores nothing twice', async () => {
  const { recipient, appealId } = await lostClaim();
  const before = await balance(recipient);
  const staff = await newPerson(world, { staff: 'all' });
  await decide(staff, appealId);
  expect((await decide(staff, appealId)).body.status).toBe('SUCCESS');
  expect((await decide(await newPerson(world, { staff: 'all' }), appealId)).body.status).toBe(
    'WRONG_STATUS',
  );
  expect((await balance(recipient)) - before).toBe(2_200);
  await postAllEvents(world);
  await expectLedgerMatchesStripe(world);
});

test('a granted appeal of an account that was deleted restores nothing, and says so before and after', async () => {
  const { recipient, appealId } = await lostClaim();
  const key = userKey(recipient.user.id);
  await table.write(update(key, { set: { deletedAt: world.now() } }));
  const before = await balance(recipient);
  const staff = await newPerson(world, { staff: 'all' });
  const shown = await staff.looksAtCase({ id: appealId });
  expect(shown.consequences.UPHELD).toBe(NOTHING_TO_RESTORE);
  const { body } = await decide(staff, appealId);
  expect(body.data[0].message).toContain(NOTHING_TO_RESTORE);
  expect(await balance(recipient)).toBe(before);
});

test('a rejected appeal restores nothing', async () => {
  const { recipient, id, appealId } = await lostClaim();
  const before = await balance(recipient);
  await decide(await newPerson(world, { staff: 'all' }), appealId, 'REJECTED');
  expect(await balance(recipient)).toBe(before);
  expect((await stored(id)).money.claim?.state).toBe('UPHELD');
});

test('a granted appeal against a refund at the expense of the recipient restores the earning as well', async () => {
  const { recipient, id } = await answeredOrder(world);
  await (await newPerson(world, { staff: 'all' })).refunds(
    { id },
    { bearer: 'recipient', reason: FIRST },
  );
  await postAllEvents(world);
  expect(outcomeOf(await stored(id))).toBeUndefined();
  const before = await balance(recipient);
  await decide(await newPerson(world, { staff: 'all' }), await appealed(recipient));
  await postAllEvents(world);
  expect((await balance(recipient)) - before).toBe(2_200);
  expect(outcomeOf(await stored(id))?.minutes).toBeGreaterThan(0);
  await expectLedgerMatchesStripe(world);
});

test('an earning above the limit is restored by two people, neither of whom decided before', async () => {
  const recipient = await newPerson(world, { price: 8_000 });
  const sender = await newPerson(world);
  const { body } = await responseTo(
    sender.pays(recipient, { card: 'pm_card_visa', price: '80.00' }),
  );
  const id = String(body.data[0].id);
  await recipient.answers({ id });
  await postAllEvents(world);
  await sender.claims({ id });
  await recipient.contests({ id });
  const caseId = String((await openCasesAbout(id))[0]?.id);
  const [first, second, third] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  for (const by of [first, second])
    await by.decidesClaim({ id: caseId }, 'UPHELD', { reason: FIRST });
  await postAllEvents(world);
  const appealId = await appealed(recipient);
  const before = await balance(recipient);
  for (const by of [first, second])
    expect((await decide(by, appealId)).body.status).toBe('FORBIDDEN');
  expect((await decide(third, appealId)).body.data[0].message).toMatch(/second person/);
  expect(await balance(recipient)).toBe(before);
  await decide(await newPerson(world, { staff: 'all' }), appealId);
  expect((await balance(recipient)) - before).toBe(7_150);
  await postAllEvents(world);
  await expectLedgerMatchesStripe(world);
});
