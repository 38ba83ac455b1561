import { ZERO } from '../../money.ts';
import { Refusal } from '../../refusals.ts';
import { DAY, HOUR, type Instant, instant, later, MINUTE, monthOf } from '../../time.ts';
import { answeredEntry, paidEntry, reportedEntry, returnedEntry } from '../ledger/ledger.ts';
import {
  type CancelReason,
  type Change,
  type Clarification,
  type Conversation,
  type ConversationAction,
  type ConversationChoice,
  type ConversationStatus,
  ENDINGS,
  isOpen,
  isPending,
  type Money,
  type Order,
  type Payment,
  type Side,
  STATUSES,
} from './conversations.ts';
import {
  withoutPendingEffect,
  withPendingEffect,
  withReturnToSender,
  withReview,
} from './pending-effect.ts';
import { type FeeTerms, lowerFeeTerms, netOf } from './pricing.ts';
import { isRefundedReport } from './refunded-reports.ts';
import type { ReportReason } from './report-reasons.ts';

/*
 * The state machine of a conversation: who may act in which status (docs/product/conversations.md#transitions), and each
 * transition as a pure function from a conversation to the next. A transition is written on condition that nobody has
 * changed the conversation since it was read: of two at once, one succeeds and the other is decided again. Effects at Stripe
 * are decided here (pending-effect.ts) and performed after the write; apply-payment-status.ts applies their outcome.
 */

const OPEN_STATUSES = STATUSES.filter(isOpen);
const PENDING_ONLY: readonly ConversationStatus[] = ['PENDING'];
const PENDING_STATUSES = STATUSES.filter(isPending);

/** The sides that may take each action, and the statuses it is allowed in. `expire` has no side: only a schedule does it. */
export const ACTIONS: Record<
  ConversationAction,
  { readonly by: readonly Side[]; readonly from: readonly ConversationStatus[] }
> = {
  answer: { by: ['recipient'], from: PENDING_STATUSES },
  reply: { by: ['sender', 'recipient'], from: OPEN_STATUSES },
  close: { by: ['recipient'], from: OPEN_STATUSES },
  cancel: { by: ['sender'], from: PENDING_STATUSES },
  decline: { by: ['recipient'], from: PENDING_STATUSES },
  report: { by: ['recipient'], from: PENDING_STATUSES },
  askForInformation: { by: ['recipient'], from: PENDING_ONLY },
  giveInformation: { by: ['sender'], from: ['NEEDS_INFO'] },
  endClarification: { by: ['sender', 'recipient'], from: ['NEEDS_INFO'] },
  nudge: { by: ['sender'], from: PENDING_ONLY },
  invite: { by: ['sender', 'recipient'], from: OPEN_STATUSES },
  expire: { by: [], from: PENDING_ONLY },
};

/** Whether a side may take an action in this status. The server checks the same table before each conditional write. */
export function may(side: Side, action: ConversationAction, status: ConversationStatus): boolean {
  const rule = ACTIONS[action];
  return rule.by.includes(side) && rule.from.includes(status);
}

/**
 * The refusal of an action, or undefined when it is allowed: FORBIDDEN for the wrong side, WRONG_STATUS (with the current
 * status) for a status that does not allow it.
 */
export function refusalOf(
  side: Side,
  action: ConversationAction,
  status: ConversationStatus,
): Refusal | undefined {
  if (may(side, action, status)) return undefined;
  if (!ACTIONS[action].by.includes(side)) return new Refusal('FORBIDDEN');
  return new Refusal('WRONG_STATUS', { details: { inboxStatus: status } });
}

/** The recipient's time to answer: ten times 24 hours from the payment. */
export const RESPONSE_TIME = 10 * DAY;
export const RESPONSE_DAYS = 10;
/** The deadline of what has none: a help ticket waits until somebody answers or ends it. */
export const NO_DEADLINE: Instant = instant(Date.UTC(9999, 11, 31));
/** The time before the deadline in which a pending conversation counts as expiring soon. */
export const EXPIRING_SOON = 48 * HOUR;
/** The time before a hold lapses at which it is captured. */
export const CAPTURE_MARGIN = 12 * HOUR;
/** The time after which an unsettled payment counts as interrupted, and the sweep finishes it. */
export const PAYING_TIME = 2 * MINUTE;
/** The time for which Stripe certainly recognizes an idempotency key: an hour less than the 24 it documents. */
export const IDEMPOTENCY_KEY_LIFETIME = 23 * HOUR;
/** The time that the sender has to confirm a payment with their bank before the order is undone. */
export const BANK_CONFIRMATION_TIME = 30 * MINUTE;

/** The recipient's deadline: ten days from the payment, and the time that a clarifying question pauses. */
export function deadlineOf(paidAt: Instant, clarification?: Clarification): Instant {
  return later(paidAt, RESPONSE_TIME + (clarification ? pausedTime(clarification) : 0));
}

/** The length of a pause, or the longest it can become. */
const pausedTime = ({ askedAt, until, endedAt = until }: Clarification) => endedAt - askedAt;

/**
 * The status that decides what may be done now: PENDING from the end of a pause on, and EXPIRED from the deadline on, even if
 * the schedule has not run yet. So no answer after the deadline earns anything.
 */
export function statusAt(
  status: ConversationStatus,
  deadlineAt: Instant,
  now: Instant,
  clarification?: Pick<Clarification, 'until'> | null,
): ConversationStatus {
  if (isPending(status) && now >= deadlineAt) return 'EXPIRED';
  const isPauseOver = clarification && now >= clarification.until;
  return status === 'NEEDS_INFO' && isPauseOver ? 'PENDING' : status;
}

/**
 * The conversation with its pause ended, if it has one: PENDING, with the deadline moved by exactly the time of the pause. Every
 * way out of NEEDS_INFO goes through here.
 */
export function withoutPause(conversation: Conversation, now: Instant): Conversation {
  const { status, clarification, paidAt } = conversation;
  if (status !== 'NEEDS_INFO' || !clarification) return conversation;
  const { askedAt, until } = clarification;
  // The clock of one process may be a little behind another's.
  const ended = { ...clarification, endedAt: instant(Math.min(Math.max(now, askedAt), until)) };
  return {
    ...conversation,
    status: 'PENDING',
    clarification: ended,
    deadlineAt: deadlineOf(paidAt, ended),
  };
}

/**
 * When the card of a pending conversation is charged because its hold is about to end; undefined if it is not held, or if the
 * hold lasts until the deadline.
 */
export function earlyChargeAt(conversation: Conversation): Instant | undefined {
  const { status, money, deadlineAt } = conversation;
  if (!isPending(status) || money.state !== 'HELD' || money.captureBefore === undefined)
    return undefined;
  const at = later(money.captureBefore, -CAPTURE_MARGIN);
  return at < deadlineAt ? at : undefined;
}

/** Whether a conversation is pending and less than `EXPIRING_SOON` from its deadline. */
export function isExpiringSoon(status: ConversationStatus, deadlineAt: Instant, now: Instant) {
  return status === 'PENDING' && now >= deadlineAt - EXPIRING_SOON;
}

/** Begins an order: a conversation in status PAYING, before the card is charged. */
export function begin(order: Order, now: Instant): Conversation {
  return {
    ...order,
    kind: 'CONVERSATION',
    version: 1,
    status: 'PAYING',
    money: { state: 'HELD' },
    month: monthOf(now),
    createdAt: now,
    paidAt: now,
    deadlineAt: deadlineOf(now),
    modifiedAt: now,
    messageCount: 1,
    lastMessageBy: order.sender.id,
    lastMessageAt: now,
    history: [],
  };
}

/** Settles a payment: the hold or charge exists, so the order becomes PENDING and the ten days begin. */
export function settle(
  conversation: Conversation,
  paid: Pick<Money, 'state' | 'intentId' | 'captureBefore'>,
  now: Instant,
): Change {
  const next: Conversation = {
    ...conversation,
    status: 'PENDING',
    money: paid,
    paidAt: now,
    deadlineAt: deadlineOf(now),
    modifiedAt: now,
    lastMessageAt: now,
    senderDeliveredAt: now,
    senderReadAt: now,
    history: [{ event: 'PAID', at: now, moneyState: paid.state }],
  };
  return {
    next,
    entry: paidEntry(next),
    domainEvent: { type: 'conversation.paid', amountCents: next.price },
  };
}

/**
 * Answers a conversation: the paid response earns the price less the fee, by the agreed terms or today's if they are better.
 */
export function answer(
  pending: Conversation,
  how: { readonly choice: ConversationChoice; readonly termsToday: FeeTerms },
  now: Instant,
): Change {
  const conversation = withoutPause(pending, now);
  const { price, recipient, money } = conversation;
  const terms = lowerFeeTerms(price, conversation.feeTerms, how.termsToday);
  const next: Conversation = {
    ...withNewMessage(conversation, recipient.id, now),
    status: how.choice,
    feeTerms: terms,
    net: netOf(price, terms),
    money: money.state === 'HELD' ? withPendingEffect(money, 'capture', now) : money,
    history: [
      ...conversation.history,
      { event: 'ANSWERED', at: now, moneyState: money.state },
      ...(how.choice === 'COMPLETED'
        ? [{ event: 'CLOSED', at: now, moneyState: money.state } as const]
        : []),
    ],
  };
  return {
    next,
    entry: answeredEntry(conversation, recipient.id, terms),
    domainEvent: { type: 'conversation.answered', amountCents: netOf(price, terms) },
  };
}

/** Adds a free reply of either side; only the recipient can close the conversation with it. */
export function addReply(
  conversation: Conversation,
  by: Side,
  choice: ConversationChoice,
  now: Instant,
): Change {
  const author = conversation[by];
  const next = {
    ...withUnansweredReply(withNewMessage(conversation, author.id, now), by, now),
    repliedAt: now,
  };
  return {
    next: choice === 'COMPLETED' ? withClosedStatus(next, now) : next,
    domainEvent: { type: 'conversation.replied', byUserId: author.id },
  };
}

/** A help ticket after a reply: one of its sender waits for support from the first on, until support replies. */
function withUnansweredReply(conversation: Conversation, by: Side, now: Instant): Conversation {
  if (conversation.price !== ZERO) return conversation;
  const { unansweredSince, ...answered } = conversation;
  return by === 'sender' ? { ...answered, unansweredSince: unansweredSince ?? now } : answered;
}

/**
 * Since when a help ticket waits for support: since it was sent, or since the first reply of its sender that support has not
 * answered. Undefined if it does not wait, and for a paid message.
 */
export function ticketWaitsSince({
  price,
  status,
  createdAt,
  unansweredSince,
}: Pick<Conversation, 'price' | 'status' | 'createdAt' | 'unansweredSince'>): Instant | undefined {
  if (price !== ZERO) return undefined;
  if (isPending(status)) return createdAt;
  return isOpen(status) ? unansweredSince : undefined;
}

/** Closes an open conversation, on the recipient's request. */
export function close(conversation: Conversation, now: Instant): Change {
  return {
    next: withClosedStatus(conversation, now),
    domainEvent: { type: 'conversation.closed' },
  };
}

/**
 * The ways in which a pending conversation ends without an answer. `gone`: the sender already has the money back, by a
 * lapsed hold or a refund outside the product, so no effect is pending. WITHDRAWN: an operator decided it. FRAUD_WARNING: the
 * bank of the card warned of the payment (fraud-warnings.ts).
 */
export type Ending =
  | {
      readonly how: 'cancel';
      readonly reasonCode: CancelReason | 'WITHDRAWN';
      readonly additionalInformation?: string;
    }
  | { readonly how: 'decline'; readonly note?: string }
  | {
      readonly how: 'report';
      readonly reasonCode: ReportReason;
      readonly additionalInformation?: string;
    }
  | {
      readonly how: 'expire';
      readonly reasonCode: 'RETURN_TO_SENDER' | 'WITHDRAWN' | 'FRAUD_WARNING';
    }
  | {
      readonly how: 'expire';
      readonly reasonCode: 'HOLD_LAPSED';
      readonly gone: 'RELEASED' | 'REFUNDED';
    };

/** Ends a pending conversation without an answer: the sender is refunded or, after most reports, the payment goes to review. */
export function end(pending: Conversation, ending: Ending, now: Instant): Change {
  const conversation = withoutPause(pending, now);
  const { status, domainEvent } = ENDINGS[ending.how];
  const toReview = ending.how === 'report' && !isRefundedReport(ending.reasonCode);
  const money = toReview
    ? withReview(conversation.money, now)
    : 'gone' in ending
      ? withoutPendingEffect(conversation.money, ending.gone)
      : withReturnToSender(conversation.money, now);
  return {
    next: {
      ...conversation,
      status,
      money,
      modifiedAt: now,
      ...('reasonCode' in ending && { reasonCode: ending.reasonCode }),
      ...('additionalInformation' in ending && {
        additionalInformation: ending.additionalInformation,
      }),
      ...('note' in ending && ending.note && { note: ending.note }),
      history: [...conversation.history, { event: status, at: now, moneyState: money.state }],
    },
    entry: toReview
      ? reportedEntry(conversation, conversation.money.back?.gone ?? ZERO)
      : returnedEntry(conversation),
    domainEvent: { type: domainEvent, ...(!toReview && { amountCents: conversation.price }) },
  };
}

/** Undoes an order whose payment failed. `holdMayExist`: a hold exists or may appear later, and has to be released. */
export function undo(conversation: Conversation, holdMayExist: boolean, now: Instant): Change {
  const { money } = conversation;
  const next: Conversation = {
    ...conversation,
    status: 'UNDONE',
    modifiedAt: now,
    money: holdMayExist
      ? withPendingEffect({ ...money, state: 'RELEASED' }, 'giveBack', now)
      : withoutPendingEffect(money, 'RELEASED'),
  };
  return {
    next: holdMayExist ? next : withExpiry(next, now),
    ...(conversation.status === 'PAYING' && { domainEvent: { type: 'order.undone' } }),
  };
}

/** The conversation with an expiry date: a failed payment attempt is kept a month for support questions. */
export function withExpiry(conversation: Conversation, now: Instant): Conversation {
  return { ...conversation, expiresAt: Math.floor(later(now, 30 * DAY) / 1_000) };
}

export function withNewMessage(
  conversation: Conversation,
  authorId: string,
  now: Instant,
): Conversation {
  const bySender = authorId === conversation.sender.id;
  return {
    ...conversation,
    modifiedAt: now,
    lastMessageBy: authorId,
    lastMessageAt: now,
    messageCount: conversation.messageCount + 1,
    ...(bySender
      ? { senderDeliveredAt: now, senderReadAt: now }
      : { recipientDeliveredAt: now, recipientReadAt: now }),
  };
}

/** The conversation as closed by its recipient. */
export function withClosedStatus(conversation: Conversation, now: Instant): Conversation {
  const { money, history } = conversation;
  return {
    ...conversation,
    status: 'COMPLETED',
    modifiedAt: now,
    history: [...history, { event: 'CLOSED', at: now, moneyState: money.state }],
  };
}

/*
 * Free conversations: help tickets. They have the same lifecycle as paid conversations, but no deadline: an unanswered one waits
 * and is never ended by time. Their money is RELEASED from the start, so no transition captures or returns anything. A price of
 * zero identifies them; every other price is at least a dollar.
 */

const NO_FEE: FeeTerms = { basisPoints: 0, fixed: ZERO };
const NO_CARD: Payment = { customerId: '', paymentMethodId: '', keepCard: false };

export type Question = Omit<Order, 'price' | 'feeTerms' | 'payment'> & {
  /** The idempotency key of the request. */
  readonly requestKey?: string;
};

/** Asks a free question: begins a free conversation, which is PENDING at once. */
export function ask({ requestKey, ...question }: Question, now: Instant): Change {
  const payment = { ...NO_CARD, ...(requestKey && { requestKey }) };
  const next = {
    ...begin({ ...question, price: ZERO, feeTerms: NO_FEE, payment }, now),
    status: 'PENDING' as const,
    deadlineAt: NO_DEADLINE,
    money: { state: 'RELEASED' as const },
    senderDeliveredAt: now,
    senderReadAt: now,
    history: [{ event: 'SENT' as const, at: now, moneyState: 'RELEASED' as const }],
  };
  return { next, domainEvent: { type: 'conversation.asked' } };
}
