import { expect, test } from '@jest/globals';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { caseById } from '#functions/storage/desk/cases.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { balanceOf } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { appealUntil, type Statement } from '#shared/rules/desk/cases.ts';
import { SECOND, toIso } from '#shared/time.ts';
import { contestedOrder, openCasesAbout } from '../../support/claims.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  deliverToEmails,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { giveEmail } from '../../support/emails.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What the screen of a claim says before the decision, and what then happens. docs/product/desk.md#claims */

const world = worldOfFile();
const REASON = 'The answer is about a violin, and the question was about a cello.';
const CHECKED = 'I read both texts and agree with the proposal.';

const seen = (staff: Person, caseId: string) => staff.looksAtCase({ id: caseId });
const decide = (staff: Person, caseId: string, outcome: string, reason = REASON) =>
  responseTo(staff.decidesClaim({ id: caseId }, outcome, { reason }));
/** What a decision would move, and what both sides would read of it. */
function effectOf({ effects }: Awaited<ReturnType<typeof seen>>, outcome: string) {
  const effect = effects[outcome];
  if (!effect) throw new Error(`no effect of ${outcome} is shown`);
  return effect;
}

const caseIdOf = async (id: string) => String((await openCasesAbout(id))[0]?.id);

async function contested() {
  const order = await contestedOrder(world);
  return { ...order, caseId: await caseIdOf(order.id) };
}

/** A contested claim about an answer for so many dollars. */
async function contestedFor(dollars: number) {
  const recipient = await newPerson(world, { price: 100 * dollars });
  const sender = await newPerson(world);
  const price = `${dollars}.00`;
  const { body } = await responseTo(sender.pays(recipient, { card: 'pm_card_visa', price }));
  const id = String(body.data[0].id);
  await recipient.answers({ id });
  await postAllEvents(world);
  await sender.claims({ id });
  await recipient.contests({ id });
  return { sender, recipient, id, caseId: await caseIdOf(id) };
}

test('the case of a claim says without a look what each decision moves, and who may appeal until when', async () => {
  const { sender, recipient, id, caseId } = await contested();
  const one = await seen(await newPerson(world, { staff: 'all' }), caseId);
  expect(one.letter).toMatchObject({
    id,
    price: 25,
    net: 22,
    frozen: 22,
    paidLetters: 1,
    odds: null,
    sender: { id: sender.user.id },
    recipient: { id: recipient.user.id },
    claim: { improvedAt: null, contest: { by: { id: recipient.user.id } } },
  });
  expect(one.effects).toMatchObject({
    UPHELD: { card: 25, balance: -22, debt: 0, fee: -3, cost: 0 },
    REJECTED: { card: 0, balance: 22, debt: 0, fee: 0, cost: 0 },
  });
  const until = (outcome: string) =>
    one.effects[outcome]?.reads.map(({ appealUntil }) => appealUntil?.slice(0, 10) ?? null);
  expect(until('REJECTED')).toEqual([null, null]);
  expect(until('UPHELD')).toEqual([null, toIso(appealUntil(world.now())).slice(0, 10)]);
  expect(one.written).toBeNull();
});

test.each(['UPHELD', 'REJECTED'])(
  'the amounts and the texts that are shown before a claim is %s are those of the decision',
  async (outcome) => {
    const { sender, recipient, id, caseId } = await contested();
    const staff = await newPerson(world, { staff: 'all' });
    const effect = effectOf(await seen(staff, caseId), outcome);
    const before = await balanceOf(table, recipient.user.id);
    const { frozen = 0 } = (await conversationById(table, id, world.now()))?.money.claim ?? {};
    await decide(staff, caseId, outcome);
    await postAllEvents(world);
    const after = await balanceOf(table, recipient.user.id);
    const owned = (balance: number, more: number) => (balance + more) / 100;
    // What is freed enters the balance; what is taken back was frozen before.
    expect(owned(after.balance, 0) - owned(before.balance, outcome === 'UPHELD' ? frozen : 0)).toBe(
      effect.balance,
    );
    for (const [index, { user }] of [sender, recipient].entries()) {
      const [statement] = await statementsOf(table, user.id);
      const reads = effect.reads[index];
      expect(statement).toMatchObject({ deed: reads?.deed, facts: reads?.facts });
      expect(reads?.deed).toBeDefined();
      expect(reads?.notifications).not.toEqual([]);
    }
    await expectLedgerMatchesStripe(world);
  },
);

test('both sides read the reason of whoever proposed it, and the audit has what the second person checked', async () => {
  const { sender, recipient, caseId } = await contestedFor(80);
  const [first, second] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  await decide(first, caseId, 'UPHELD');
  expect(await seen(second, caseId)).toMatchObject({
    proposal: { by: { id: first.user.id }, reason: REASON },
    proposed: {},
  });
  expect(await statementsOf(table, sender.user.id)).toEqual([]);
  await decide(second, caseId, 'UPHELD', CHECKED);
  for (const { user } of [sender, recipient])
    expect(await statementsOf(table, user.id)).toMatchObject([
      { reason: REASON, byUserId: second.user.id, proposedByUserId: first.user.id },
    ]);
  expect((await caseById(table, caseId))?.decision).toMatchObject({ reason: CHECKED });
  expect(await auditEntriesAbout(world, caseId)).toContainEqual(
    expect.objectContaining({ command: `decideClaim ${caseId}`, reason: CHECKED }),
  );
});

test('a second person who decides against the proposal writes the reason that both sides read', async () => {
  const { sender, caseId } = await contestedFor(80);
  await decide(await newPerson(world, { staff: 'all' }), caseId, 'UPHELD');
  await decide(await newPerson(world, { staff: 'all' }), caseId, 'REJECTED', CHECKED);
  expect(await statementsOf(table, sender.user.id)).toMatchObject([
    { deed: 'CLAIM_REJECTED', reason: CHECKED },
  ]);
});

const withdraw = (staff: Person, caseId: string) =>
  responseTo(staff.withdrawsProposal({ id: caseId }));

test('withdrawProposal takes back the proposal of a claim, which somebody else can then propose', async () => {
  const { caseId } = await contestedFor(80);
  const [first, second] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  await decide(first, caseId, 'UPHELD');
  expect((await withdraw(second, caseId)).body.status).toBe('FORBIDDEN');
  expect((await withdraw(first, caseId)).body.data[0].message).toMatch(/withdrawn/);
  expect((await withdraw(first, caseId)).body.status).toBe('SUCCESS');
  expect((await seen(first, caseId)).proposal).toBeNull();
  await decide(second, caseId, 'UPHELD');
  expect((await seen(first, caseId)).proposal).toMatchObject({ by: { id: second.user.id } });
  const commands = (await auditEntriesAbout(world, caseId)).map(({ command }) => command);
  expect(commands.filter((one) => one === `withdrawProposal ${caseId}`)).toHaveLength(1);
});

async function proposedRefund(bearer = 'recipient', before?: (id: string) => Promise<void>) {
  const recipient = await newPerson(world, { price: 8_000 });
  const sender = await newPerson(world);
  const { body } = await responseTo(
    sender.pays(recipient, { card: 'pm_card_visa', price: '80.00' }),
  );
  const id = String(body.data[0].id);
  await recipient.answers({ id });
  await postAllEvents(world);
  await before?.(id);
  const first = await newPerson(world, { staff: 'all' });
  const propose = (by: Person) => responseTo(by.refunds({ id }, { bearer, reason: REASON }));
  await propose(first);
  return { sender, recipient, id, first, propose };
}

test('the case of a proposed refund says what it moves, and its sides read the reason of whoever proposed it', async () => {
  const { sender, recipient, id, first } = await proposedRefund();
  const second = await newPerson(world, { staff: 'all' });
  const one = await seen(second, id);
  expect(one.effects).toMatchObject({ UPHELD: { card: 80, balance: -71.5, fee: -8.5, cost: 0 } });
  expect(one.effects.REJECTED).toBeUndefined();
  await second.decidesCase({ id }, { outcome: 'UPHELD' }, { reason: CHECKED });
  for (const { user } of [sender, recipient])
    expect(await statementsOf(table, user.id)).toMatchObject([{ reason: REASON }]);
  expect((await caseById(table, id))?.decision).toMatchObject({ reason: CHECKED });
  expect(first.user.id).not.toBe(second.user.id);
});

test.each(['recipient', 'platform'])(
  'a decided refund at the expense of the %s shows the amounts that its case said before',
  async (bearer) => {
    const { id } = await proposedRefund(bearer);
    const second = await newPerson(world, { staff: 'all' });
    const { reads, ...before } = effectOf(await seen(second, id), 'UPHELD');
    await second.decidesCase({ id }, { outcome: 'UPHELD' }, { reason: CHECKED });
    await postAllEvents(world);
    const decided = await seen(second, id);
    expect(decided.effects).toEqual({ UPHELD: { ...before, reads: [] } });
    expect(reads).toHaveLength(2);
  },
);

test('a decided refund after a part at the expense of the recipient shows that the platform gets the part again', async () => {
  const { id } = await proposedRefund('recipient', async (conversationId) => {
    const staff = await newPerson(world, { staff: 'all' });
    await staff.refundsPart({ id: conversationId }, '10.00');
    await postAllEvents(world);
  });
  const second = await newPerson(world, { staff: 'all' });
  const { reads, ...before } = effectOf(await seen(second, id), 'UPHELD');
  expect(before).toMatchObject({ card: 70, balance: -71.5, fee: -8.5, cost: 10 });
  await second.decidesCase({ id }, { outcome: 'UPHELD' }, { reason: CHECKED });
  await postAllEvents(world);
  expect((await seen(second, id)).effects).toEqual({ UPHELD: { ...before, reads: [] } });
  expect(reads).toHaveLength(2);
  await expectLedgerMatchesStripe(world);
});

test('withdrawProposal deletes the case of a proposed refund, which can be proposed again', async () => {
  const { id, first, propose } = await proposedRefund();
  expect((await withdraw(first, id)).body.status).toBe('SUCCESS');
  expect(await caseById(table, id)).toBeUndefined();
  expect((await withdraw(first, id)).body.status).toBe('SUCCESS');
  const other = await newPerson(world, { staff: 'all' });
  await propose(other);
  expect((await caseById(table, id))?.openedBy).toBe(other.user.id);
});

test('of a withdrawal and the decision of a second person at once one succeeds', async () => {
  const { id, first } = await proposedRefund();
  const second = await newPerson(world, { staff: 'all' });
  const late = await world.overtaken(() => withdraw(first, id), {
    at: `CASE#${id}`,
    by: () => responseTo(second.decidesCase({ id }, { outcome: 'UPHELD' }, { reason: CHECKED })),
  });
  expect(late.body).toMatchObject({ status: 'WRONG_STATUS', decidedBy: second.user.fullName });
  await postAllEvents(world);
  expect((await conversationById(table, id, world.now()))?.money.state).toBe('REFUNDED');
  await expectLedgerMatchesStripe(world);
});

test('a second person does not decide a claim whose proposal was withdrawn a moment before', async () => {
  const { id, caseId } = await contestedFor(80);
  const [first, second] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  await decide(first, caseId, 'UPHELD');
  const late = await world.overtaken(() => decide(second, caseId, 'UPHELD', CHECKED), {
    at: `CASE#${caseId}`,
    by: async () => expect((await withdraw(first, caseId)).body.status).toBe('SUCCESS'),
  });
  expect(late.body).toMatchObject({
    status: 'WRONG_STATUS',
    message: expect.stringContaining('Nothing was decided'),
  });
  expect((await caseById(table, caseId))?.decision).toBeUndefined();
  expect((await conversationById(table, id, world.now()))?.money.claim?.state).toBe('CONTESTED');
});

test('a second person does not decide a refund whose proposal was withdrawn and made anew', async () => {
  const { id, first, propose } = await proposedRefund();
  const second = await newPerson(world, { staff: 'all' });
  const late = await world.overtaken(
    () => responseTo(second.decidesCase({ id }, { outcome: 'UPHELD' }, { reason: CHECKED })),
    {
      at: `CASE#${id}`,
      by: async () => {
        await withdraw(first, id);
        world.advance(SECOND);
        await propose(first);
      },
    },
  );
  expect(late.body).toMatchObject({ status: 'WRONG_STATUS' });
  expect((await caseById(table, id))?.decision).toBeUndefined();
});

test('the decided case says what each side reads, by which ways it went out, and when it was read', async () => {
  const { sender, recipient, caseId } = await contested();
  const device = await newDevice(world, sender);
  await giveEmail(world, recipient);
  const staff = await newPerson(world, { staff: 'all' });
  await decide(staff, caseId, 'UPHELD');
  await postAllEvents(world);
  for (const type of ['claim.decided', 'statement.written'] as const) {
    const event = await newestDomainEvent(world, type);
    await deliverToDevices(event);
    await deliverToEmails(event);
  }
  expect(device).toBeDefined();
  const [statement] = (await statementsOf(table, sender.user.id)) as [Statement];
  await sender.readsStatement(statement);
  const { told, effects } = await seen(staff, caseId);
  expect(told).toMatchObject([
    {
      person: { id: sender.user.id },
      deed: 'CLAIM_UPHELD',
      reason: REASON,
      appealUntil: null,
      ways: [{ channel: 'PUSH' }],
      readAt: expect.any(String),
    },
    {
      person: { id: recipient.user.id },
      deed: 'EARNING_REVERSED',
      appealUntil: expect.any(String),
      ways: expect.arrayContaining([expect.objectContaining({ channel: 'EMAIL' })]),
      readAt: null,
    },
  ]);
  expect(effects).toMatchObject({ UPHELD: { card: 25, balance: -22, fee: -3 } });
});

test('the audit says that the texts of the letter were shown with the case of its claim', async () => {
  const { caseId } = await contested();
  const staff = await newPerson(world, { staff: 'all' });
  const seen = await staff.looksAtCase({ id: caseId }, { reason: CHECKED });
  expect(seen.written?.messages).not.toHaveLength(0);
  expect(await auditEntriesAbout(world, caseId)).toContainEqual(
    expect.objectContaining({ outcome: 'The quotes of the case and its letter were shown.' }),
  );
});
