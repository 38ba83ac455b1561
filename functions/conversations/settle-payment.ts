import type { Logger } from '@aws-lambda-powertools/logger';
import { Refusal } from '../../shared/refusals.ts';
import type { Change, Conversation } from '../../shared/rules/conversations/conversations.ts';
import { learn, takingsIn } from '../../shared/rules/conversations/payment-status.ts';
import { PAYING_TIME } from '../../shared/rules/conversations/state-machine.ts';
import { type Instant, later } from '../../shared/time.ts';
import type { PaymentStanding, Payments } from '../gateways/payments.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * Brings the money at the provider and the conversation together. Each round performs or asks one thing, and writes
 * down what was learned. The process may end on any line: what was decided stands in the table, what was performed
 * stands at the provider, and the next round, whoever runs it, starts by looking at both.
 */

export type Desk = {
  readonly table: TableWriter;
  readonly payments: Payments;
  readonly now: Instant;
  readonly log: Logger;
};

/** A conversation needs no more: undo, find, give back. */
const ROUNDS = 5;

/**
 * Performs and learns until nothing is left to do now. Throws UNAVAILABLE when the provider is silent; the
 * conversation stays due, and the sweep goes on.
 */
export async function settleMoney(desk: Desk, conversation: Conversation): Promise<Conversation> {
  let current = conversation;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const standing = await performOrAsk(desk, current);
    if (!standing) break;
    const after = await noteStanding(desk, current.id, standing);
    if (!after || after.version === current.version) break;
    current = after;
  }
  return current;
}

/** Writes down where the money is, with all that follows from it. Answers the conversation as it is then. */
export function noteStanding(
  { table, now }: Desk,
  conversationId: string,
  standing: PaymentStanding,
): Promise<Conversation | undefined> {
  return changeConversation(table, conversationId, now, async (current) => {
    if (standing.is === 'underway') return undefined;
    // Only what somebody earned can be frozen, and only a dispute freezes it.
    const freezes = current.net !== undefined && takingsIn(standing)?.dispute !== undefined;
    const owed = freezes ? await balanceOf(table, current.recipient.id) : undefined;
    const step = learn(current, standing, now, owed?.balance);
    if (!step) return undefined;
    const card = provedCard(current, step, standing);
    return { ...paidWith(step, standing), ...(card && { card }) };
  });
}

/** Adds the fingerprint of the card to the step that marks a conversation as paid. */
function paidWith(step: Change, standing: PaymentStanding): Change {
  const fingerprint = 'card' in standing ? standing.card?.fingerprint : undefined;
  const { payment, status } = step.next;
  if (!fingerprint || status !== 'PENDING' || payment.cardFingerprint) return step;
  return { ...step, next: { ...step.next, payment: { ...payment, cardFingerprint: fingerprint } } };
}

/** The new card that has just paid, and is the one on file from now on. */
function provedCard(before: Conversation, step: Change, standing: PaymentStanding) {
  const { status, payment } = before;
  if (status !== 'PAYING' || step.next.status !== 'PENDING' || !payment.keepCard) return undefined;
  const card = 'card' in standing ? standing.card : undefined;
  const { nameOnCard = card?.name } = payment;
  return card && { ...card, ...(nameOnCard && { name: nameOnCard }) };
}

/** For requests whose answer is decided: the provider's silence, or any fault, leaves the effect to the sweep. */
export async function settleMoneyOrLeaveIt(desk: Desk, conversation: Conversation): Promise<void> {
  try {
    await settleMoney(desk, conversation);
  } catch (fault) {
    if (fault instanceof Refusal) desk.log.warn('left to the sweep', { id: conversation.id });
    else desk.log.error('left to the sweep', fault as Error);
  }
}

async function performOrAsk(
  { payments, now }: Desk,
  { id, status, money, payment, createdAt }: Conversation,
): Promise<PaymentStanding | undefined> {
  const { intentId, owed } = money;
  if (status !== 'PAYING' && !owed) return undefined;
  if (intentId && owed === 'giveBack') return payments.giveBack(id, intentId);
  if (intentId && owed === 'capture') return payments.capture(intentId);
  if (intentId) return payments.standing(intentId);
  // The request may still be under way to the provider; before that is over, not finding it proves nothing.
  if (now < later(createdAt, PAYING_TIME)) return undefined;
  return payments.find(id, payment.customerId, createdAt);
}
