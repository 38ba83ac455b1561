import type { FactType } from '../facts.ts';
import type { Cents } from '../money.ts';
import { type Instant, later, MINUTE, monthOf } from '../time.ts';
import type { ByHand } from './by-hand.ts';
import {
  type CancelReason,
  type ConversationChoice,
  type ConversationStatus,
  deadlineOf,
  type MoneyState,
  type ReportReason,
  reportGivesBack,
  type Side,
} from './conversations.ts';
import {
  answeredEntry,
  type LedgerEntry,
  paidEntry,
  reportedEntry,
  returnedEntry,
} from './ledger.ts';
import { givenBack, owing, reviewed, settled } from './owed-money.ts';
import { betterTerms, type FeeTerms, netOf } from './pricing.ts';
import type { Unreturned } from './refused-refunds.ts';
import type { TakenBack } from './taken-back.ts';
import type { HistoryEvent } from './timeline.ts';

/*
 * The course of a conversation: each step as a pure function from what is to what comes next. Whoever writes a step
 * makes it conditional on nobody having changed the conversation since it was read, so that of two steps at once one
 * is taken and the other decides again. Effects at the card provider are decided here (`owed`), performed after the
 * write, and learned of by `learn` (money-course.ts).
 */

/** `PAYING`: the payment is not settled. `UNDONE`: it came to nothing. Neither is anybody's to see. */
export type CourseStatus = ConversationStatus | 'PAYING' | 'UNDONE';

/** A person as the conversation shows them: a snapshot from the moment of paying. */
export type Person = {
  readonly id: string;
  readonly fullName: string;
  readonly username: string;
  readonly avatarUrl: string | null;
};

export type Money = {
  /** What people are told; of a payment that is not settled, nothing. */
  readonly state: MoneyState;
  /** The payment at the provider; unknown until its first answer arrived. */
  readonly intentId?: string;
  /** When the hold lapses by itself; absent once the money is taken or gone. */
  readonly captureBefore?: Instant;
  /** What an operator decided about it. */
  readonly byHand?: ByHand;
  /** What of it went back without anybody here asking, as it was booked. */
  readonly back?: TakenBack;
  /** What of it the sender's bank would not take back. */
  readonly unreturned?: Unreturned;
  /** Decided, but not known to be done at the provider. */
  readonly owed?: 'capture' | 'giveBack';
  /** When the sweep looks at what is unfinished, and how often that failed. */
  readonly tryAt?: Instant;
  readonly tries?: number;
};

/** How the order is paid: what a repeated question to the provider must say again, word for word. */
export type Payment = {
  readonly customerId: string;
  readonly paymentMethodId: string;
  /** The card becomes the one on file once it has paid. */
  readonly keepCard: boolean;
  /** What stands on a new card, as its holder typed it. */
  readonly nameOnCard?: string;
  /** Since when the bank waits for the sender's word. */
  readonly waitingSince?: Instant;
  /** Stripe's fingerprint of the card that paid. */
  readonly cardFingerprint?: string;
  /** The idempotency key the order came with. */
  readonly requestKey?: string;
};

export type Conversation = {
  readonly id: string;
  readonly kind: 'CONVERSATION';
  /** Counts the changes; the condition of every write. */
  readonly version: number;
  readonly status: CourseStatus;
  readonly sender: Person;
  readonly recipient: Person;
  readonly subject: string;
  readonly price: Cents;
  readonly feeTerms: FeeTerms;
  /** What the recipient earned; fixed by the paid response. */
  readonly net?: Cents;
  readonly money: Money;
  readonly payment: Payment;
  /** The calendar month whose commitment took this conversation. */
  readonly month: string;
  readonly createdAt: Instant;
  readonly paidAt: Instant;
  readonly deadlineAt: Instant;
  readonly modifiedAt: Instant;
  readonly questionId: string;
  /** The draft it was sent from, as the version that was paid for: it is removed with the payment's settling. */
  readonly draft?: { readonly id: string; readonly version: number };
  readonly messageCount: number;
  readonly lastMessageBy: string;
  readonly lastMessageAt: Instant;
  /** The last free reply, for the timeline. */
  readonly repliedAt?: Instant;
  readonly senderDeliveredAt?: Instant;
  readonly senderReadAt?: Instant;
  readonly recipientDeliveredAt?: Instant;
  readonly recipientReadAt?: Instant;
  readonly reasonCode?: string;
  readonly additionalInformation?: string;
  /** What the recipient said to the sender with a decline: plain text. */
  readonly note?: string;
  /** Of an INVITED one: who would like to chat with the other. */
  readonly invitedBy?: string;
  readonly history: readonly HistoryEvent[];
  /** Epoch seconds; only of what came to nothing. */
  readonly expiresAt?: number;
};

/** A change of a person's balance. `mayBecomeDebt`: it may make the balance negative; later earnings repay the debt. */
type OwedMove = { readonly userId: string; readonly by: Cents; readonly mayBecomeDebt?: boolean };

/** A step: the conversation after it, and what is booked and told with it, in one transaction. */
export type Change = {
  readonly next: Conversation;
  readonly entry?: LedgerEntry;
  /** What is booked beside it of money that went back, and how that moves what somebody is owed. */
  readonly also?: LedgerEntry;
  readonly owes?: OwedMove;
  readonly fact?: {
    readonly type: FactType;
    readonly amountCents?: Cents;
    readonly byUserId?: string;
  };
};

export type Order = Pick<
  Conversation,
  | 'id'
  | 'sender'
  | 'recipient'
  | 'subject'
  | 'price'
  | 'feeTerms'
  | 'payment'
  | 'questionId'
  | 'draft'
>;

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
