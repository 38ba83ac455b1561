import { ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { type Change, type Conversation, isPending, type Side } from './conversations.ts';
import { end } from './state-machine.ts';

/*
 * Early fraud warnings: the bank of a card reports a payment as probably fraudulent, before any dispute.
 * docs/product/conversations.md#early-fraud-warnings
 */

/**
 * Applies an early fraud warning. A message that is not answered yet ends, and all of its money goes back at once. Anything else
 * stays as it is; only the time of the warning is kept for operators. Undefined if the warning is known already.
 */
export function applyFraudWarning(c: Conversation, now: Instant): Change | undefined {
  if (c.status === 'PAYING' || c.status === 'UNDONE' || c.price === ZERO) return undefined;
  if (c.fraudWarnedAt !== undefined && !isPending(c.status)) return undefined;
  const warned = { ...c, fraudWarnedAt: c.fraudWarnedAt ?? now };
  if (!isPending(c.status)) return { next: warned };
  // After the deadline it counts as an unanswered message.
  const reasonCode = now >= c.deadlineAt ? 'RETURN_TO_SENDER' : 'FRAUD_WARNING';
  return end(warned, { how: 'expire', reasonCode }, now);
}

/**
 * The reason code that a side sees. The recipient does not learn that the sender's bank suspects fraud: they see that the payment
 * was withdrawn.
 */
export function reasonFor({ reasonCode }: Pick<Conversation, 'reasonCode'>, side: Side) {
  return reasonCode === 'FRAUD_WARNING' && side === 'recipient' ? 'PAYMENT_WITHDRAWN' : reasonCode;
}
