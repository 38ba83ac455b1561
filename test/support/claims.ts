import { handler as askForDecision } from '#functions/conversations/askForDecision.ts';
import { handler as claimAnswer } from '#functions/conversations/claimAnswer.ts';
import { handler as contestClaim } from '#functions/conversations/contestClaim.ts';
import { handler as giveBackClaim } from '#functions/conversations/giveBackClaim.ts';
import { handler as improveAnswer } from '#functions/conversations/improveAnswer.ts';
import { handler as withdrawClaim } from '#functions/conversations/withdrawClaim.ts';
import { casesById } from '#functions/storage/desk/cases.ts';
import { casesWaiting } from '#functions/storage/desk/queues.ts';
import { table } from '#functions/storage/table.ts';
import { type Answer, call } from './call.ts';
import { ANSWER, answeredOrder } from './orders.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/* Claims in tests, through the real handlers. */

export const CLAIM_TEXT = 'The answer is about another instrument.';
export const CONTEST_TEXT = 'The question named no instrument at all.';

const keyHeader = (key?: string) => (key ? { headers: { 'idempotency-key': key } } : {});

export const claim = ({ token }: Person, orderId: string, more = {}, key?: string) =>
  call(
    claimAnswer,
    { orderId, reason: 'NOT_ADDRESSED', text: CLAIM_TEXT, ...more },
    { token, ...keyHeader(key) },
  );

export const improve = ({ token }: Person, inboxId: string, messageBody = ANSWER, key?: string) =>
  call(improveAnswer, { inboxId, messageBody }, { token, ...keyHeader(key) });

export const giveBack = ({ token }: Person, inboxId: string, key?: string) =>
  call(giveBackClaim, { inboxId }, { token, ...keyHeader(key) });

export const contest = ({ token }: Person, inboxId: string, text = CONTEST_TEXT, key?: string) =>
  call(contestClaim, { inboxId, text }, { token, ...keyHeader(key) });

export const askToDecide = ({ token }: Person, orderId: string, text = CLAIM_TEXT, key?: string) =>
  call(askForDecision, { orderId, text }, { token, ...keyHeader(key) });

export const withdraw = ({ token }: Person, orderId: string, key?: string) =>
  call(withdrawClaim, { orderId }, { token, ...keyHeader(key) });

/** Throws if a call that prepares a test did not succeed. */
export async function done(calling: Promise<Answer>): Promise<Answer> {
  const answer = await calling;
  if (answer.http !== 200) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Creates an answered and captured order with a claim. */
export async function claimedOrder(world: World) {
  const order = await answeredOrder(world);
  await done(claim(order.sender, order.id));
  return order;
}

/** Creates a claim that the recipient has answered with an improved answer. */
export async function improvedOrder(world: World) {
  const order = await claimedOrder(world);
  await done(improve(order.recipient, order.id));
  return order;
}

/** Creates a claim that the recipient has contested. */
export async function contestedOrder(world: World) {
  const order = await claimedOrder(world);
  await done(contest(order.recipient, order.id));
  return order;
}

/** The undecided cases about a conversation. */
export async function openCasesAbout(conversationId: string) {
  const waiting = await casesWaiting(table, 'CLAIM', { limit: 50 });
  const cases = await casesById(
    table,
    waiting.map(({ id }) => id),
  );
  return cases.filter(({ subject }) => subject.id === conversationId);
}
