import { ZERO } from '../money.ts';
import type { Instant } from '../time.ts';
import { begin, type Change, type Order, type Payment } from './course.ts';
import type { FeeTerms } from './pricing.ts';

/*
 * A message that costs nothing: a help ticket. It takes the course of every other conversation, from the answer that is
 * awaited for ten days to the last reply, and its money was never charged from the first moment on, so that no step
 * finds anything to take or to give back. A price of zero is what tells it: nobody else's can be below a dollar.
 */

const NO_FEE: FeeTerms = { basisPoints: 0, fixed: ZERO };
const NO_CARD: Payment = { customerId: '', paymentMethodId: '', keepCard: false };

export type Question = Omit<Order, 'price' | 'feeTerms' | 'payment'> & {
  /** The idempotency key it came with. */
  readonly requestKey?: string;
};

/** The message as it begins: nobody is asked for money, so it is pending at once. */
export function ask({ requestKey, ...question }: Question, now: Instant): Change {
  const payment = { ...NO_CARD, ...(requestKey && { requestKey }) };
  const next = {
    ...begin({ ...question, price: ZERO, feeTerms: NO_FEE, payment }, now),
    status: 'PENDING' as const,
    money: { state: 'RELEASED' as const },
    senderDeliveredAt: now,
    senderReadAt: now,
    history: [{ event: 'SENT' as const, at: now, moneyState: 'RELEASED' as const }],
  };
  return { next, fact: { type: 'conversation.asked' } };
}
