import { Refusal } from '#shared/refusals.ts';
import { applyPaymentStatus } from '#shared/rules/conversations/apply-payment-status.ts';
import type { Change, Conversation } from '#shared/rules/conversations/conversations.ts';
import { chargeSummaryIn, type PaymentStatus } from '#shared/rules/conversations/payment-status.ts';
import { PAYING_TIME, undo } from '#shared/rules/conversations/state-machine.ts';
import { type Instant, later } from '#shared/time.ts';
import type { Payments, StripePaymentStatus } from '../gateways/payments.ts';
import type { Logger } from '../log.ts';
import { isBlockBetween } from '../storage/contacts/contacts.ts';
import { changeConversation, type Decision } from '../storage/conversations/conversations.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * Settles the payment of a conversation: makes the money at Stripe and the stored conversation agree. Each round performs the
 * pending effect, or reads the payment status, and applies the result. The process may crash on any line, because the
 * decision is stored in the table and the effect at Stripe; the next round, in any process, reads both again.
 */

export type PaymentContext = {
  readonly table: TableWriter;
  readonly payments: Payments;
  readonly now: Instant;
  readonly log: Logger;
};

/** The most rounds; a conversation needs three at most: undo, find, return. */
const ROUNDS = 5;

/**
 * Performs pending effects and applies their results until nothing is left to do now. Throws UNAVAILABLE when Stripe does not
 * answer; the conversation stays due, and the sweep continues.
 */
export async function settleMoney(
  context: PaymentContext,
  conversation: Conversation,
): Promise<Conversation> {
  let current = conversation;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const paymentStatus = await performOrQuery(context, current);
    if (!paymentStatus) break;
    const after = await savePaymentStatus(context, current, paymentStatus);
    if (!after || after.version === current.version) break;
    current = after;
  }
  return current;
}

/**
 * Applies a payment status to the stored conversation and returns it. `known`: the conversation as it was before Stripe was
 * asked. A webhook may have changed it since; then the write fails on its version, and the newer one is read.
 */
export function savePaymentStatus(
  { table, now }: PaymentContext,
  known: Conversation,
  paymentStatus: StripePaymentStatus,
): Promise<Conversation | undefined> {
  const decide = async (current: Conversation): Promise<Decision | undefined> => {
    if (paymentStatus.is === 'underway') return undefined;
    if (current.status === 'PAYING' && (await isBlockedSince(table, current)))
      return undoPaid(current, paymentStatus, now);
    // The balance matters only when a dispute can freeze an earning.
    const freezes =
      current.net !== undefined && chargeSummaryIn(paymentStatus)?.dispute !== undefined;
    const owed = freezes ? await balanceOf(table, current.recipient.id) : undefined;
    const step = applyPaymentStatus(current, paymentStatus, now, owed?.balance);
    if (!step) return undefined;
    const card = newCardOf(current, step, paymentStatus);
    const settles = current.status === 'PAYING' && step.next.status === 'PENDING';
    return {
      ...withWhatPaid(step, paymentStatus),
      ...(card && { card }),
      ...(settles && { ifBlocked: undoPaid(current, paymentStatus, now) }),
    };
  };
  return changeConversation(table, known.id, now, decide, known);
}

/**
 * Whether one side has blocked the other while an order waited for the bank. The subscriber that ends what is pending may not have
 * run yet. An order that never waited began a moment ago, on condition that there is no block.
 */
const isBlockedSince = async (table: TableWriter, { payment, sender, recipient }: Conversation) =>
  payment.waitingSince !== undefined && (await isBlockBetween(table, sender.id, recipient.id));

/** The change that undoes an order whose payment may exist at Stripe, from where it is given back. */
function undoPaid(current: Conversation, paymentStatus: PaymentStatus, now: Instant): Change {
  const intentId =
    current.money.intentId ?? ('intentId' in paymentStatus ? paymentStatus.intentId : undefined);
  return undo(
    { ...current, money: { ...current.money, ...(intentId && { intentId }) } },
    true,
    now,
  );
}

/** The change with the name and the fingerprint of the card added, if it marks the conversation as paid. */
function withWhatPaid(step: Change, paymentStatus: StripePaymentStatus): Change {
  const card = 'card' in paymentStatus ? paymentStatus.card : undefined;
  const { payment, status } = step.next;
  if (!card || status !== 'PENDING' || payment.paidWith) return step;
  const { brand, lastFour, wallet, fingerprint } = card;
  const paid = {
    ...payment,
    paidWith: { brand, lastFour, ...(wallet && { wallet }) },
    ...(fingerprint && { cardFingerprint: fingerprint }),
  };
  return { ...step, next: { ...step.next, payment: paid } };
}

/** The new card that becomes the card on file because it has just paid. */
function newCardOf(before: Conversation, step: Change, paymentStatus: StripePaymentStatus) {
  const { status, payment } = before;
  if (status !== 'PAYING' || step.next.status !== 'PENDING' || !payment.keepCard) return undefined;
  const card = 'card' in paymentStatus ? paymentStatus.card : undefined;
  const { nameOnCard = card?.name } = payment;
  return card && { ...card, ...(nameOnCard && { name: nameOnCard }) };
}

/** Settles the money, and leaves it to the sweep on any error: for requests whose own result is already saved. */
export async function settleMoneyOrDefer(
  context: PaymentContext,
  conversation: Conversation,
): Promise<Conversation> {
  try {
    return await settleMoney(context, conversation);
  } catch (fault) {
    if (fault instanceof Refusal) context.log.warn('left to the sweep', { id: conversation.id });
    else context.log.error('left to the sweep', fault as Error);
    return conversation;
  }
}

async function performOrQuery(
  { payments, now }: PaymentContext,
  { id, status, money, payment, createdAt }: Conversation,
): Promise<StripePaymentStatus | undefined> {
  const { intentId, owed, part } = money;
  if (status !== 'PAYING' && !owed) return undefined;
  if (intentId && owed === 'giveBack') return payments.cancelOrRefund(id, intentId);
  if (intentId && owed === 'refundPart' && part) return payments.refundPart(id, intentId, part);
  if (intentId && owed === 'capture') return payments.capture(intentId);
  if (intentId) return payments.status(intentId);
  // The request may still be on its way to Stripe, so a search that finds nothing proves nothing yet.
  if (now < later(createdAt, PAYING_TIME)) return undefined;
  return payments.find(id, payment.customerId, createdAt);
}
