import { ZERO } from '../../money.ts';
import { Refusal } from '../../refusals.ts';
import { DAY, HOUR, type Instant, later, MINUTE, monthOf } from '../../time.ts';
import { answeredEntry, paidEntry, reportedEntry, returnedEntry } from '../ledger/ledger.ts';
import {
  type CancelReason,
  type Change,
  type Conversation,
  type ConversationAction,
  type ConversationChoice,
  type ConversationStatus,
  type Money,
  type Order,
  type Payment,
  type ReportReason,
  reportGivesBack,
  type Side,
} from './conversations.ts';
import { givenBack, owing, reviewed, settled } from './pending-effect.ts';
import { betterTerms, type FeeTerms, netOf } from './pricing.ts';

/*
 * The state machine of a conversation: who may act in which status (docs/product/conversations.md#transitions), and each
 * transition as a pure function from a conversation to the next. A transition is written on condition that nobody has
 * changed the conversation since it was read: of two at once, one succeeds and the other is decided again. Effects at Stripe
 * are decided here (pending-effect.ts) and performed after the write; payment-status.ts applies their outcome.
 */

const OPEN_STATUSES: readonly ConversationStatus[] = ['OPEN', 'INVITED'];
const PENDING_ONLY: readonly ConversationStatus[] = ['PENDING'];

/** action → who may do it, and from which statuses. Nobody does what the schedule does. */
export const ACTIONS: Record<
  ConversationAction,
  { readonly by: readonly Side[]; readonly from: readonly ConversationStatus[] }
> = {
  answer: { by: ['recipient'], from: PENDING_ONLY },
  reply: { by: ['sender', 'recipient'], from: OPEN_STATUSES },
  close: { by: ['recipient'], from: OPEN_STATUSES },
  cancel: { by: ['sender'], from: PENDING_ONLY },
  decline: { by: ['recipient'], from: PENDING_ONLY },
  report: { by: ['recipient'], from: PENDING_ONLY },
  invite: { by: ['sender', 'recipient'], from: OPEN_STATUSES },
  expire: { by: [], from: PENDING_ONLY },
};

/** Whether a side may act now. The server enforces it by the same table in the condition of its write. */
export function may(side: Side, action: ConversationAction, status: ConversationStatus): boolean {
  const rule = ACTIONS[action];
  return rule.by.includes(side) && rule.from.includes(status);
}

/** Why a side may not act now, or undefined when it may: FORBIDDEN to the wrong side, WRONG_STATUS with the current one. */
export function refusalOf(
  side: Side,
  action: ConversationAction,
  status: ConversationStatus,
): Refusal | undefined {
  if (may(side, action, status)) return undefined;
  if (!ACTIONS[action].by.includes(side)) return new Refusal('FORBIDDEN');
  return new Refusal('WRONG_STATUS', { details: { inboxStatus: status } });
}

/** The recipient has ten days, to the hour. */
export const RESPONSE_TIME = 10 * DAY;
export const RESPONSE_DAYS = 10;
/** From here on a pending conversation counts as expiring soon, and the recipient is told. */
export const EXPIRING_SOON = 48 * HOUR;
/** A hold is captured this long before it would lapse. */
export const CAPTURE_MARGIN = 12 * HOUR;
/** A payment that is not settled this long after it began was interrupted: the sweep finishes it. */
export const PAYING_TIME = 2 * MINUTE;
/** How long the payment provider certainly knows a request again, an hour less than it promises. */
export const PROVIDER_KEEPS_KEYS = 23 * HOUR;
/** How long the sender may take to confirm with their bank before the order is undone. */
export const BANK_CONFIRMATION_TIME = 30 * MINUTE;

export function deadlineOf(paidAt: Instant): Instant {
  return later(paidAt, RESPONSE_TIME);
}

/**
 * What a conversation counts as for whoever wants to act: after the ten days nobody's word takes the money any more,
 * whether or not the schedule that gives it back has come by.
 */
export function statusAt(
  status: ConversationStatus,
  deadlineAt: Instant,
  now: Instant,
): ConversationStatus {
  return status === 'PENDING' && now >= deadlineAt ? 'EXPIRED' : status;
}

/** `deadlineAt` and `status` of a conversation; only pending ones expire. */
export function isExpiringSoon(status: ConversationStatus, deadlineAt: Instant, now: Instant) {
  return status === 'PENDING' && now >= deadlineAt - EXPIRING_SOON;
}

/** The order before anybody was asked for money. */
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

/** The money is there: the order is accepted, and the ten days begin. */
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
    fact: { type: 'conversation.paid', amountCents: next.price },
  };
}

/** The paid response is accepted, and earns: fee terms as agreed, or today's if they are better. */
export function answer(
  conversation: Conversation,
  how: { readonly choice: ConversationChoice; readonly termsToday: FeeTerms },
  now: Instant,
): Change {
  const { price, recipient, money } = conversation;
  const terms = betterTerms(price, conversation.feeTerms, how.termsToday);
  const next: Conversation = {
    ...written(conversation, recipient.id, now),
    status: how.choice,
    feeTerms: terms,
    net: netOf(price, terms),
    money: money.state === 'HELD' ? owing(money, 'capture', now) : money,
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
    fact: { type: 'conversation.answered', amountCents: netOf(price, terms) },
  };
}

/** A free reply of either side; only the recipient can close the conversation with it. */
export function addReply(
  conversation: Conversation,
  by: Side,
  choice: ConversationChoice,
  now: Instant,
): Change {
  const author = conversation[by];
  const next = { ...written(conversation, author.id, now), repliedAt: now };
  return {
    next: choice === 'COMPLETED' ? closed(next, now) : next,
    fact: { type: 'conversation.replied', byUserId: author.id },
  };
}

/** The recipient closes an open conversation. */
export function close(conversation: Conversation, now: Instant): Change {
  return { next: closed(conversation, now), fact: { type: 'conversation.closed' } };
}

/**
 * How a pending conversation ends without an answer. `gone`: the money is back already, nothing is left to do. WITHDRAWN:
 * an operator decided it.
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
  | { readonly how: 'expire'; readonly reasonCode: 'RETURN_TO_SENDER' | 'WITHDRAWN' }
  | {
      readonly how: 'expire';
      readonly reasonCode: 'HOLD_LAPSED';
      readonly gone: 'RELEASED' | 'REFUNDED';
    };

const ENDINGS = {
  cancel: { status: 'CANCELLED', fact: 'conversation.cancelled' },
  decline: { status: 'DECLINED', fact: 'conversation.declined' },
  report: { status: 'REPORTED', fact: 'conversation.reported' },
  expire: { status: 'EXPIRED', fact: 'conversation.expired' },
} as const;

/** Ends a pending conversation: the money goes back to the sender or, after most reports, to review. */
export function end(conversation: Conversation, ending: Ending, now: Instant): Change {
  const { status, fact } = ENDINGS[ending.how];
  const toReview = ending.how === 'report' && !reportGivesBack(ending.reasonCode);
  const money = toReview
    ? reviewed(conversation.money, now)
    : 'gone' in ending
      ? settled(conversation.money, ending.gone)
      : givenBack(conversation.money, now);
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
    entry: toReview ? reportedEntry(conversation) : returnedEntry(conversation),
    fact: { type: fact, ...(!toReview && { amountCents: conversation.price }) },
  };
}

/** The payment came to nothing. `loose`: a hold may exist, or come to exist, and has to be let go. */
export function undo(conversation: Conversation, loose: boolean, now: Instant): Change {
  const { money } = conversation;
  const next: Conversation = {
    ...conversation,
    status: 'UNDONE',
    modifiedAt: now,
    money: loose
      ? owing({ ...money, state: 'RELEASED' }, 'giveBack', now)
      : settled(money, 'RELEASED'),
  };
  return { next: loose ? next : forgettable(next, now) };
}

/** An attempt that came to nothing is kept a month for questions, then removed. */
export function forgettable(conversation: Conversation, now: Instant): Conversation {
  const month = 30 * 24 * 60 * MINUTE;
  return { ...conversation, expiresAt: Math.floor(later(now, month) / 1_000) };
}

function written(conversation: Conversation, authorId: string, now: Instant): Conversation {
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

function closed(conversation: Conversation, now: Instant): Conversation {
  const { money, history } = conversation;
  return {
    ...conversation,
    status: 'COMPLETED',
    modifiedAt: now,
    history: [...history, { event: 'CLOSED', at: now, moneyState: money.state }],
  };
}

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
