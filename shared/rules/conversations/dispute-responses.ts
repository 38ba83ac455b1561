import { prettyDate } from '../../dates.ts';
import * as disputes from '../../messages/disputes.ts';
import { ZERO } from '../../money.ts';
import { type Instant, instant } from '../../time.ts';
import {
  type Change,
  type Conversation,
  type DisputeResponse,
  isPending,
  timeOfAnswer,
} from './conversations.ts';
import { wentToReview } from './money-state.ts';
import { type ChargeSummary, refundableAmount } from './payment-status.ts';
import { nextTryAt } from './pending-effect.ts';

/*
 * Our response to a dispute (docs/product/conversations.md#disputes). It is due as long as the dispute is open and the
 * conversation has no outcome of a response; so it is never forgotten, whoever learns of the dispute first. The outcome is saved
 * after Stripe has it: after a crash in between, the next try finds the evidence at Stripe and saves the outcome.
 */

/**
 * Whether a response to an open dispute is due. While a message is pending it is not decided what to say. A report under review is
 * decided by an operator.
 */
export function isResponseDue(c: Conversation): boolean {
  const { status, money, price } = c;
  if (status === 'PAYING' || status === 'UNDONE' || price === ZERO) return false;
  if (isPending(status) || money.owed === 'capture') return false;
  if (wentToReview(c)) return false;
  return money.back?.dispute === 'OPEN' && money.response?.outcome === undefined;
}

/**
 * The response to a dispute:
 * - the payment was refunded already: evidence of the refund;
 * - the message was answered: evidence of the answer;
 * - not answered, or an operator or a claim decided to refund it: the dispute is accepted, if it is about all that is left of the
 *   payment.
 *   A dispute about a part of it is left to the bank, because Stripe refunds nothing of a payment with a lost dispute.
 */
export function responseTo(
  c: Conversation,
  chargeSummary: ChargeSummary,
): 'EVIDENCE' | 'REFUND_EVIDENCE' | 'ACCEPTED' | 'LEFT' {
  if (chargeSummary.refunded >= chargeSummary.received) return 'REFUND_EVIDENCE';
  if (c.net !== undefined && c.money.byHand?.decided !== 'GIVE_BACK') return 'EVIDENCE';
  return refundableAmount(chargeSummary) === ZERO ? 'ACCEPTED' : 'LEFT';
}

/** Saves the outcome of a response; undefined if one is saved already, or the dispute was decided in the meantime. */
export function recordResponse(
  c: Conversation,
  outcome: NonNullable<DisputeResponse['outcome']>,
  now: Instant,
): Change | undefined {
  if (!isResponseDue(c)) return undefined;
  const money = { ...c.money, response: { outcome, at: now } };
  if (outcome !== 'EVIDENCE') return { next: { ...c, money } };
  const sent = { event: 'EVIDENCE_SENT', at: now, moneyState: money.state } as const;
  return {
    next: { ...c, money, history: [...c.history, sent] },
    domainEvent: { type: 'conversation.evidenceSent' },
  };
}

/** Postpones a response after Stripe did not answer. */
export function postponeResponse(c: Conversation, now: Instant): Change {
  const tries = (c.money.response?.tries ?? 0) + 1;
  const response = { tryAt: nextTryAt(now, tries), tries };
  return { next: { ...c, money: { ...c.money, response } } };
}

/**
 * The end of the record that is sent as evidence: when the dispute was opened, or the answer if that came later. So each try
 * sends the same record.
 */
export function evidenceUntil({ history }: Conversation): Instant {
  const times = history
    .filter(({ event }) => event === 'DISPUTED' || event === 'ANSWERED')
    .map(({ at }) => at);
  return instant(Math.max(0, ...times));
}

/** The texts of the evidence, named as in Stripe's API. https://docs.stripe.com/api/disputes/evidence_object */
export type EvidenceTexts = {
  readonly product_description: string;
  readonly customer_name: string;
  readonly service_date?: string;
  readonly refund_policy: string;
  readonly cancellation_policy: string;
  readonly uncategorized_text: string;
};

/** The evidence that a message was answered, or that its payment was refunded. */
export function evidenceTexts(
  c: Conversation,
  kind: 'EVIDENCE' | 'REFUND_EVIDENCE',
): EvidenceTexts {
  const answered = timeOfAnswer(c);
  return {
    product_description: disputes.product(c.recipient.fullName, c.subject),
    customer_name: c.sender.fullName,
    ...(answered !== undefined && { service_date: prettyDate(answered) }),
    refund_policy: disputes.POLICY,
    cancellation_policy: disputes.POLICY,
    uncategorized_text: [...statements(c, kind), disputes.RECORD_ATTACHED].join('\n'),
  };
}

function statements(c: Conversation, kind: 'EVIDENCE' | 'REFUND_EVIDENCE'): string[] {
  const { events } = disputes;
  const paid = events.paid(c.paidAt);
  if (kind === 'REFUND_EVIDENCE') return [paid, events.refunded];
  const answered = timeOfAnswer(c);
  const { senderReadAt } = c;
  const isRead = answered !== undefined && senderReadAt !== undefined && senderReadAt > answered;
  return [
    paid,
    ...(answered === undefined ? [] : [events.answered(answered)]),
    ...(isRead ? [events.read(senderReadAt)] : []),
  ];
}
