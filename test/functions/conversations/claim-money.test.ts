import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { writeClaimDecision } from '#functions/conversations/claim-decisions.ts';
import { payments } from '#functions/gateways/payments.ts';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { logOf } from '#functions/log.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { claimCountsOf } from '#functions/storage/conversations/claims.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { caseById } from '#functions/storage/desk/cases.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { userKey } from '#functions/storage/keys.ts';
import { balanceOf, changeBalance } from '#functions/storage/ledger/ledger.ts';
import { recoveryOf } from '#functions/storage/payouts/recoveries.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { DAY, HOUR, instant, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import {
  claimedOrder,
  contestedOrder,
  improvedOrder,
  openCasesAbout,
} from '../../support/claims.ts';
import { operator, owedTo, postEventsShuffled } from '../../support/disputes.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { refundManually } from '../../support/manual-decisions.ts';
import {
  expectLedgerMatchesStripe,
  ledgerChanges,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { auditEntriesAbout, runConfirmedOps } from '../../support/ops.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import type { Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The money of claims. $25.00 on the free plan: the recipient earns $22.00, the fee is $3.00. */

const world = worldOfFile();

/** Delivers all webhooks, and returns the change of each ledger account since `before`. */
async function movedSince(before: Record<string, number>) {
  await postAllEvents(world);
  return ledgerChanges(world, before);
}

/** The lines of a person's ledger, newest first; the balance counts them. */
async function linesOf(person: Person): Promise<string[]> {
  const { data, pageTotal } = await person.ledger();
  expect(pageTotal).toBe(data.length);
  return data.map(({ what, net }) => `${what} ${net}`);
}

/** The frozen sum that a person sees on Home and with their balance, in dollars. */
async function frozenSeenBy(person: Person): Promise<number> {
  const { frozenAmount } = await person.balance();
  expect((await person.dashboard()).frozenAmount).toBe(frozenAmount);
  return Number(frozenAmount);
}

const moneyOf = async (id: string) => (await conversationById(table, id, world.now()))?.money;
const refundsOf = ({ id }: Stripe.PaymentIntent) =>
  (world.stripe.read('refunds') as Stripe.Refund[])
    .filter((one) => one.payment_intent === id)
    .map(({ amount }) => amount);
const rateOf = async ({ user }: Person) => {
  const { endedCount = 0, answeredCount = 0 } = (await userById(table, user.id, world.now())) ?? {};
  return { endedCount, answeredCount };
};
const listedTo = async (recipient: Person) => (await recipient.inbox({ filter: 'ALL' })).data[0];
const storyOf = async (recipient: Person, id: string, count = 2) =>
  (await recipient.seesAsRecipient({ id })).timeline
    .slice(-count)
    .map(({ event, amount }) => `${event} ${amount ?? ''}`);

/** Removes a part of a balance, as a payout would. */
async function payOutOf({ user }: Person, amount: number): Promise<void> {
  const gone = changeBalance(user.id, cents(-amount), world.now(), { entries: 0 });
  if (gone) await table.write(gone);
}

/** Decides a contested claim, as the desk does. */
function decideAs(id: string, outcome: 'UPHELD' | 'REJECTED', keyed?: { key: string }) {
  const at = world.now();
  const byUserId = newId(at);
  const audit = {
    id: newId(at),
    at,
    who: byUserId,
    command: 'decideClaim',
    about: id,
    reason: 'It names another instrument.',
    outcome: `The claim is ${outcome}.`,
  };
  const decision = { outcome, byUserId, reason: audit.reason, audit };
  const context = { table, payments, now: at, log: logOf('test') };
  const call = keyed && { callerId: 'desk', key: keyed.key, fingerprint: keyed.key };
  return writeClaimDecision(context, id, { ...decision, keyed: call });
}

describe('the frozen sum of a balance', () => {
  test('is the earning of an undecided claim, and ends with a claim that was withdrawn', async () => {
    const { sender, recipient, order } = await answeredOrder(world);
    expect(await frozenSeenBy(recipient)).toBe(0);
    await sender.claims(order);
    expect(await frozenSeenBy(recipient)).toBe(22);
    await sender.withdraws(order);
    expect(await frozenSeenBy(recipient)).toBe(0);
  });

  test('ends with a claim whose money goes back, although the balance does not change then', async () => {
    const { recipient, order } = await claimedOrder(world);
    expect(await frozenSeenBy(recipient)).toBe(22);
    await recipient.givesBack(order);
    await postAllEvents(world);
    expect(await frozenSeenBy(recipient)).toBe(0);
    expect(await owedTo(recipient)).toBe(0);
  });

  test.each(['won', 'lost'] as const)(
    'is the earning of an open dispute, and ends when it is %s',
    async (outcome) => {
      const { recipient, intent } = await answeredOrder(world);
      const opened = await world.bank.disputes(intent);
      await postAllEvents(world);
      expect(await frozenSeenBy(recipient)).toBe(22);
      await world.bank.decides(opened, outcome);
      await postAllEvents(world);
      expect(await frozenSeenBy(recipient)).toBe(0);
      expect(await owedTo(recipient)).toBe(outcome === 'won' ? 2_200 : 0);
    },
  );

  test('moves with an earning from a claim to the dispute that overtakes it', async () => {
    const { recipient, intent } = await claimedOrder(world);
    await world.bank.disputes(intent);
    await postAllEvents(world);
    expect(await frozenSeenBy(recipient)).toBe(22);
  });
});

describe('a claim', () => {
  test('freezes the earning, and withdrawing it frees the earning again', async () => {
    const { sender, recipient, order } = await answeredOrder(world);
    const before = await ledgerOf(world);
    await sender.claims(order);
    expect(await movedSince(before)).toEqual({
      [`user:${recipient.user.id}`]: -2_200,
      'platform:claims': 2_200,
    });
    expect(await owedTo(recipient)).toBe(0);
    expect(await linesOf(recipient)).toEqual(['CLAIMED -22', 'ANSWERED 22']);
    await sender.withdraws(order);
    expect(await movedSince(before)).toEqual({});
    expect(await linesOf(recipient)).toEqual(['CLAIM_ENDED 22', 'CLAIMED -22', 'ANSWERED 22']);
    expect(await storyOf(recipient, order.id)).toEqual(['CLAIMED 22', 'CLAIM_WITHDRAWN 22']);
    expect(await claimCountsOf(table, recipient.user.id)).toMatchObject({ against: 1, open: 0 });
    expect(await rateOf(recipient)).toEqual({ endedCount: 1, answeredCount: 1 });
  });

  test('freezes what the balance still holds, and never makes it negative', async () => {
    const { sender, recipient, order } = await answeredOrder(world);
    await payOutOf(recipient, 2_000);
    await sender.claims(order);
    expect(await owedTo(recipient)).toBe(0);
    expect(await moneyOf(order.id)).toMatchObject({ claim: { state: 'OPEN', frozen: 200 } });
    await sender.withdraws(order);
    expect(await owedTo(recipient)).toBe(200);
  });

  test('about an answer that was paid out books nothing, and giving back makes a debt', async () => {
    const { sender, recipient, order, intent } = await answeredOrder(world);
    await payOutOf(recipient, 2_200);
    await sender.claims(order);
    expect(await moneyOf(order.id)).toMatchObject({ claim: { frozen: 0 } });
    await recipient.givesBack(order);
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(-2_200);
    expect(await recoveryOf(table, recipient.user.id, order.id)).toMatchObject({
      takenBack: 2_200,
    });
    expect(refundsOf(intent)).toEqual([2_500]);
  });

  test('is refused after a dispute or a refund, also after one that was won', async () => {
    const words = async (person: Person, id: string) =>
      (await responseTo(person.claims({ id }))).body as { status: string; message: string };
    const disputed = await answeredOrder(world);
    await world.bank.decides(await world.bank.disputes(disputed.intent), 'won');
    await postAllEvents(world);
    expect(await words(disputed.sender, disputed.id)).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining('bank'),
    });
    const refunded = await answeredOrder(world);
    await refundManually(world, refunded.id);
    expect(await words(refunded.sender, refunded.id)).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining('was refunded'),
    });
    const partly = await answeredOrder(world);
    const stripe = await operator(world);
    await stripe.refunds.create({ payment_intent: partly.intent.id, amount: 500 });
    await postAllEvents(world);
    expect(await words(partly.sender, partly.id)).toMatchObject({ status: 'WRONG_STATUS' });
    await expectLedgerMatchesStripe(world);
  });

  test('is refused about an answer of a deleted account, and keeps an account from being deleted', async () => {
    const open = await claimedOrder(world);
    const { sender, recipient, order } = await answeredOrder(world);
    for (const { user } of [open.recipient, recipient])
      await runConfirmedOps(world, 'block', user.id);
    world.advance(5 * MINUTE);
    expect(await runConfirmedOps(world, 'delete-account', open.recipient.user.id)).toContain(
      'A claim about one of their answers has not ended',
    );
    expect(await runConfirmedOps(world, 'delete-account', recipient.user.id)).toContain('Done.');
    expect((await responseTo(sender.claims(order))).body).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining('closed'),
    });
  });

  test('and the deletion of the recipient’s account exclude each other', async () => {
    const [first, second] = [await answeredOrder(world), await answeredOrder(world)];
    const idOf = ({ recipient }: typeof first) => recipient.user.id;
    for (const order of [first, second]) await runConfirmedOps(world, 'block', idOf(order));
    world.advance(5 * MINUTE);
    const claimants = [first.sender, second.sender] as const;
    const deletion = await world.overtaken(
      () => runConfirmedOps(world, 'delete-account', idOf(first)),
      { at: `USER#${idOf(first)}`, by: () => claimants[0].claims(first) },
    );
    expect(deletion).toContain('has just changed');
    const late = await world.overtaken(() => responseTo(claimants[1].claims(second)), {
      at: `CONVERSATION#${second.id}`,
      by: () => table.write(update(userKey(idOf(second)), { set: { deletedAt: instant(1) } })),
    });
    expect(late.body).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining('closed'),
    });
    expect(await claimCountsOf(table, idOf(second))).toMatchObject({ against: 0, open: 0 });
  });

  test('of an account that was deleted since goes on, and its money goes back to its card', async () => {
    const { sender, recipient, intent } = await claimedOrder(world);
    await runConfirmedOps(world, 'block', sender.user.id);
    world.advance(5 * MINUTE);
    expect(await runConfirmedOps(world, 'delete-account', sender.user.id)).toContain('Done.');
    world.advance(72 * HOUR);
    await runSchedules();
    await postAllEvents(world);
    expect(refundsOf(intent)).toEqual([2_500]);
    expect(await owedTo(recipient)).toBe(0);
    await expectLedgerMatchesStripe(world);
  });

  test('keeps an operator from refunding the answer in another way', async () => {
    const open = await claimedOrder(world);
    expect(await refundManually(world, open.id)).toContain('Wait until it ends');
    expect(await refundManually(world, open.id, 'recipient')).toContain('Wait');
    const contested = await contestedOrder(world);
    expect(await refundManually(world, contested.id)).toContain('Decide the claim first');
    expect(await runConfirmedOps(world, 'conversation', open.id)).toContain('OPEN, $22.00 frozen');
    await open.sender.withdraws(open);
    expect(await refundManually(world, open.id)).toContain('Done.');
    await postAllEvents(world);
    await reconcileLedger({}, lambdaContext());
  });
});

describe('the money goes back', () => {
  test('when the recipient gives it back, with the earning and the fee', async () => {
    const { sender, recipient, order, intent } = await answeredOrder(world);
    const before = await ledgerOf(world);
    await sender.claims(order);
    await recipient.givesBack(order);
    expect(await movedSince(before)).toEqual({
      [`user:${recipient.user.id}`]: -2_200,
      'platform:fees': -300,
      'card:clearing': 2_500,
    });
    expect(refundsOf(intent)).toEqual([2_500]);
    expect(await sender.sees(order)).toMatchObject({
      status: 'OPEN',
      moneyState: 'REFUNDED',
      claim: { state: 'GIVEN_BACK', actions: [], decisionReason: null },
    });
    expect(await linesOf(recipient)).toEqual(['CLAIM_LOST -22', 'ANSWERED 22']);
    expect(await listedTo(recipient)).toMatchObject({ netEarnings: 22, netLost: 22 });
    // Like a decline, it does not count.
    expect(await rateOf(recipient)).toEqual({ endedCount: 0, answeredCount: 0 });
    const lost = await domainEventsOf(world, 'money.lost');
    expect(
      lost.filter(({ detail }) => 'conversationId' in detail && detail.conversationId === order.id),
    ).toEqual([]);
    await reconcileLedger({}, lambdaContext());
  });

  test('when the recipient does not react within 72 hours, as after an expiry', async () => {
    const { sender, recipient, order, intent } = await claimedOrder(world);
    world.advance(72 * HOUR - MINUTE);
    await runSchedules();
    expect((await sender.sees(order)).claim).toMatchObject({ state: 'OPEN' });
    world.advance(2 * MINUTE);
    await runSchedules();
    await runSchedules();
    await postAllEvents(world);
    expect(refundsOf(intent)).toEqual([2_500]);
    expect(await sender.sees(order)).toMatchObject({
      moneyState: 'REFUNDED',
      claim: { state: 'LAPSED' },
    });
    expect(await rateOf(recipient)).toEqual({ endedCount: 1, answeredCount: 0 });
    expect(await ledgerOf(world)).toMatchObject({ held: expect.any(Number) });
    await expectLedgerMatchesStripe(world);
    await reconcileLedger({}, lambdaContext());
  });

  test('after a capture that was still pending', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    const before = await ledgerOf(world);
    const path = '/v1/payment_intents/:id/capture';
    world.stripe.faults.next({ kind: 'status-500', method: 'POST', path, times: 6 });
    await recipient.answers(order);
    await sender.claims(order);
    await recipient.givesBack(order);
    expect(await moneyOf(order.id)).toMatchObject({
      owed: 'capture',
      byHand: { decided: 'GIVE_BACK' },
    });
    world.stripe.faults.clear();
    world.advance(5 * MINUTE);
    await runSchedules();
    expect(await movedSince(before)).toEqual({ held: -2_500, 'card:clearing': 2_500 });
    expect(await moneyOf(order.id)).toMatchObject({ state: 'REFUNDED' });
    expect(await owedTo(recipient)).toBe(0);
  });

  test('by itself if the hold lapses before its capture, and nobody bears a loss', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    world.advance(7 * DAY - 10 * MINUTE);
    const path = '/v1/payment_intents/:id/capture';
    world.stripe.faults.next({ kind: 'refuse-connection', method: 'POST', path, times: 3 });
    const [from, to] = [sender, recipient];
    const before = await ledgerOf(world);
    await to.answers(order);
    await from.claims(order);
    world.stripe.faults.next({ kind: 'refuse-connection', method: 'POST', path, times: 3 });
    await to.givesBack(order);
    world.advance(20 * MINUTE);
    await world.stripe.runDue();
    await runSchedules();
    expect(await movedSince(before)).toEqual({ held: -2_500, 'card:clearing': 2_500 });
    expect(await moneyOf(order.id)).toMatchObject({ state: 'RELEASED' });
  });

  test('once after a crash at any effect', async () => {
    await world.crashingAtEveryWrite(
      async ({ crash }) => {
        const { sender, recipient, order, intent } = await answeredOrder(world);
        await crash(() => responseTo(sender.claims(order, { key: 'claim' })));
        await sender.claims(order, { key: 'claim' });
        await crash(() => responseTo(recipient.givesBack(order, { key: 'back' })));
        await recipient.givesBack(order, { key: 'back' });
        world.advance(5 * MINUTE);
        await runSchedules();
        await postAllEvents(world);
        expect(refundsOf(intent)).toEqual([2_500]);
        expect(await owedTo(recipient)).toBe(0);
        await expectLedgerMatchesStripe(world);
      },
      { inNewWorlds: true },
    );
  });
});

describe('a claim that nobody follows up', () => {
  test('ends 72 hours after the improved answer, and the earning is free', async () => {
    const { sender, recipient, order } = await improvedOrder(world);
    world.advance(72 * HOUR);
    await runSchedules();
    await runSchedules();
    expect(await owedTo(recipient)).toBe(2_200);
    expect((await sender.sees(order)).claim).toMatchObject({ state: 'ACCEPTED' });
    expect(await storyOf(recipient, order.id)).toEqual(['CLAIM_IMPROVED ', 'CLAIM_ACCEPTED 22']);
    expect(await domainEventsOf(world, 'claim.accepted')).not.toEqual([]);
  });
});

describe('the desk', () => {
  test('upholds a claim: the sender is refunded, and the recipient gets a statement of reasons', async () => {
    const { sender, recipient, order, intent } = await answeredOrder(world);
    const before = await ledgerOf(world);
    await sender.claims(order);
    await recipient.contests(order);
    const [opened] = await openCasesAbout(order.id);
    await decideAs(order.id, 'UPHELD');
    expect(await movedSince(before)).toEqual({
      [`user:${recipient.user.id}`]: -2_200,
      'platform:fees': -300,
      'card:clearing': 2_500,
    });
    expect(refundsOf(intent)).toEqual([2_500]);
    const reason = 'It names another instrument.';
    const decided = { state: 'UPHELD', decisionReason: reason };
    expect((await sender.sees(order)).claim).toMatchObject(decided);
    expect((await recipient.sees(order)).claim).toMatchObject(decided);
    expect(await caseById(table, opened?.id ?? '')).toMatchObject({
      decision: { outcome: 'UPHELD', reason },
    });
    expect(await openCasesAbout(order.id)).toEqual([]);
    expect(await auditEntriesAbout(world, order.id)).toMatchObject([
      { command: 'decideClaim', reason },
    ]);
    expect(await statementsOf(table, recipient.user.id)).toMatchObject([
      { deed: 'EARNING_REVERSED', rule: 'NOT_ADDRESSED', reason, caseId: opened?.id },
    ]);
    expect(await rateOf(recipient)).toEqual({ endedCount: 1, answeredCount: 0 });
    await reconcileLedger({}, lambdaContext());
  });

  test('rejects a claim: the earning is free, and both read the reason', async () => {
    const { sender, recipient, order } = await improvedOrder(world);
    await sender.asksForDecision(order);
    await decideAs(order.id, 'REJECTED');
    expect(await owedTo(recipient)).toBe(2_200);
    const decided = { state: 'REJECTED', decisionReason: 'It names another instrument.' };
    expect((await sender.sees(order)).claim).toMatchObject(decided);
    expect((await recipient.sees(order)).claim).toMatchObject(decided);
    expect(await statementsOf(table, recipient.user.id)).toMatchObject([{ deed: 'EARNING_FREED' }]);
    expect(await rateOf(recipient)).toEqual({ endedCount: 1, answeredCount: 1 });
  });

  test('decides once: a repeated decision with its key changes nothing, another is refused', async () => {
    const { recipient, id } = await contestedOrder(world);
    await decideAs(id, 'REJECTED', { key: 'one' });
    await decideAs(id, 'REJECTED', { key: 'one' });
    await expect(decideAs(id, 'UPHELD')).rejects.toMatchObject({ code: 'WRONG_STATUS' });
    expect(await owedTo(recipient)).toBe(2_200);
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
    await expect(decideAs(newId(world.now()), 'UPHELD')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a dispute during a claim', () => {
  test('ends the claim, and takes the earning once', async () => {
    for (const outcome of ['won', 'lost'] as const) {
      const { sender, recipient, order, intent } = await contestedOrder(world);
      const [opened] = await openCasesAbout(order.id);
      const { entries } = await balanceOf(table, recipient.user.id);
      const disputed = await world.bank.disputes(intent);
      await postAllEvents(world);
      expect(await owedTo(recipient)).toBe(0);
      expect(await balanceOf(table, recipient.user.id)).toMatchObject({ entries: entries + 2 });
      expect(await moneyOf(order.id)).toMatchObject({
        claim: { state: 'OVERTAKEN', frozen: 0 },
        back: { dispute: 'OPEN', frozen: 2_200 },
      });
      expect(await storyOf(recipient, order.id, 3)).toEqual([
        'CLAIM_OVERTAKEN 22',
        'DISPUTED 22',
        'EVIDENCE_SENT ',
      ]);
      expect(await caseById(table, opened?.id ?? '')).toMatchObject({
        decision: { outcome: 'REJECTED' },
      });
      await expectRefused(sender.withdraws(order), 409, 'WRONG_STATUS');
      await world.bank.decides(disputed, outcome);
      await postAllEvents(world);
      await postEventsShuffled(world, 7);
      expect(await owedTo(recipient)).toBe(outcome === 'won' ? 2_200 : 0);
      expect((await linesOf(recipient)).filter((line) => line.startsWith('CLAIM'))).toEqual([
        'CLAIM_ENDED 22',
        'CLAIMED -22',
      ]);
      await expectLedgerMatchesStripe(world);
    }
  });

  test('of a part of the payment, about an earning that was partly paid out, freezes no more than is there', async () => {
    const { sender, recipient, order, intent } = await answeredOrder(world);
    await payOutOf(recipient, 2_000);
    await sender.claims(order);
    await world.bank.disputes(intent, { part: 1_000 });
    await postAllEvents(world);
    expect(await moneyOf(order.id)).toMatchObject({ claim: { frozen: 0 }, back: { frozen: 200 } });
    expect(await owedTo(recipient)).toBe(0);
  });

  test('after the money was given back is accepted, takes nothing from the recipient, and is not refunded too', async () => {
    const { recipient, order, intent } = await claimedOrder(world);
    const path = '/v1/refunds';
    world.stripe.faults.next({ kind: 'status-500', method: 'POST', path, times: 3 });
    await recipient.givesBack(order);
    await world.bank.disputes(intent);
    await postAllEvents(world);
    world.advance(3 * HOUR);
    await runSchedules();
    await postAllEvents(world);
    expect(await moneyOf(order.id)).toMatchObject({
      state: 'REFUNDED',
      back: { dispute: 'LOST', gone: 2_500 },
    });
    expect(refundsOf(intent)).toEqual([]);
    expect(await owedTo(recipient)).toBe(0);
    await expectLedgerMatchesStripe(world);
  });
});

test('a refund and a response that are due at once are not tried in every run while Stripe does not answer', async () => {
  const { recipient, order, intent } = await claimedOrder(world);
  // As many failures as 13 tries use up: a try in every run would succeed in the fourteenth.
  for (const path of ['/v1/refunds', '/v1/disputes/:id/close'])
    world.stripe.faults.next({ kind: 'status-500', method: 'POST', path, times: 39 });
  await recipient.givesBack(order);
  await world.bank.disputes(intent);
  await expect(postAllEvents(world)).rejects.toThrow();
  for (let minute = 0; minute < 30; minute += 1) {
    world.advance(MINUTE);
    await runSchedules();
  }
  expect(await moneyOf(order.id)).toMatchObject({ back: { dispute: 'OPEN' } });
  world.stripe.faults.clear();
});

test('a refund in Stripe’s dashboard ends a claim, and the platform bears it', async () => {
  const { recipient, id, intent } = await claimedOrder(world);
  await (await operator(world)).refunds.create({ payment_intent: intent.id });
  await postAllEvents(world);
  expect(await moneyOf(id)).toMatchObject({
    state: 'REFUNDED',
    claim: { state: 'OVERTAKEN', frozen: 0 },
  });
  expect(await owedTo(recipient)).toBe(2_200);
  world.advance(72 * HOUR);
  await runSchedules();
  expect(await owedTo(recipient)).toBe(2_200);
  await expectLedgerMatchesStripe(world);
  await reconcileLedger({}, lambdaContext());
});
