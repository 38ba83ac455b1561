import { SUPPORT_USERNAME } from '../../brand.ts';
import type { DomainEventType } from '../../domain-events.ts';
import type { Cents } from '../../money.ts';
import type { NamedPaymentMethod } from '../../payment-method-names.ts';
import type { Instant } from '../../time.ts';
import type { RefundReason } from '../analytics/day-counts.ts';
import type { Source } from '../analytics/sources.ts';
import type { Case, CaseDecision } from '../desk/cases.ts';
import type { DecisionKind } from '../desk/decision-readers.ts';
import type { LedgerEntry } from '../ledger/ledger.ts';
import type { PublicAnswer } from '../public-answers/public-answers.ts';
import type { ClaimReason, ClaimState } from './claim-states.ts';
import type { FeeTerms } from './pricing.ts';
import type { ReminderStage } from './reminder-stages.ts';
import type { Thanks } from './thanks.ts';
import type { BoughtTier } from './tiers.ts';

/* The stored form of a conversation, and of a change to it. state-machine.ts has the transitions. */

/** The statuses that people see. */
export const STATUSES = [
  'PENDING',
  'NEEDS_INFO',
  'OPEN',
  'INVITED',
  'COMPLETED',
  'EXPIRED',
  'REPORTED',
  'DECLINED',
  'CANCELLED',
] as const;
export type ConversationStatus = (typeof STATUSES)[number];
export type Side = 'sender' | 'recipient';

type StatusProperties = {
  /** Whether it ended without an answer: the sender is refunded, or the payment is reviewed. */
  readonly unanswered: boolean;
  /** The filter under which lists show the status. */
  readonly filter: ConversationStatus;
  /**
   * Whether the sender withdrew the message. Only the sender's list shows it then, under its own filter and not under all, and
   * its place in the recipient's commitment is free again.
   */
  readonly withdrawn: boolean;
};

/**
 * The properties of each status, from which filters, counters and screens follow. A new status does not compile until it is
 * here, and until every switch over statuses has its case.
 */
export const STATUS_PROPERTIES = {
  PENDING: { unanswered: false, filter: 'PENDING', withdrawn: false },
  NEEDS_INFO: { unanswered: false, filter: 'PENDING', withdrawn: false },
  OPEN: { unanswered: false, filter: 'OPEN', withdrawn: false },
  INVITED: { unanswered: false, filter: 'OPEN', withdrawn: false },
  COMPLETED: { unanswered: false, filter: 'COMPLETED', withdrawn: false },
  EXPIRED: { unanswered: true, filter: 'EXPIRED', withdrawn: false },
  REPORTED: { unanswered: true, filter: 'REPORTED', withdrawn: false },
  DECLINED: { unanswered: true, filter: 'DECLINED', withdrawn: false },
  CANCELLED: { unanswered: true, filter: 'CANCELLED', withdrawn: true },
} as const satisfies { readonly [S in ConversationStatus]: StatusProperties };

/** A filter of the two lists. */
export type ListFilter = (typeof STATUS_PROPERTIES)[ConversationStatus]['filter'];

type EndingRow = {
  readonly status: ConversationStatus;
  readonly domainEvent: DomainEventType;
  readonly by: EventAuthor;
  /** As what the refund is counted. */
  readonly refundReason: RefundReason;
};

/**
 * The endings without an answer, by the action that leads there: the status and the domain event, who causes it, and how the refund is counted. What counts
 * endings, and what is published, subscribed to and measured of them, follows from this table.
 */
export const ENDINGS = {
  cancel: {
    status: 'CANCELLED',
    domainEvent: 'conversation.cancelled',
    by: 'SENDER',
    refundReason: 'cancelled',
  },
  decline: {
    status: 'DECLINED',
    domainEvent: 'conversation.declined',
    by: 'RECIPIENT',
    refundReason: 'declined',
  },
  report: {
    status: 'REPORTED',
    domainEvent: 'conversation.reported',
    by: 'RECIPIENT',
    refundReason: 'reported',
  },
  expire: {
    status: 'EXPIRED',
    domainEvent: 'conversation.expired',
    by: 'PLATFORM',
    refundReason: 'expired',
  },
} as const satisfies Readonly<Record<string, EndingRow>>;
type EndingOf = (typeof ENDINGS)[keyof typeof ENDINGS];

/** The statuses of a message that ended without an answer. */
export type EndedStatus = EndingOf['status'];

/** The domain events of the endings without an answer. */
export const ENDING_EVENTS: readonly EndingOf['domainEvent'][] = Object.values(ENDINGS).map(
  ({ domainEvent }) => domainEvent,
);

/** The events of the timeline that say how a message ended; each is named as the status. */
const ENDED_EVENTS = Object.fromEntries(
  Object.values(ENDINGS).map(({ status, by }) => [status, by]),
) as { readonly [One in EndingOf as One['status']]: One['by'] };

/** The filters of a side's list, in the order of STATUSES. */
export function listFiltersOf(side: Side): ListFilter[] {
  const listed = STATUSES.map((status) => STATUS_PROPERTIES[status]).filter(
    ({ withdrawn }) => !withdrawn || side === 'sender',
  );
  return [...new Set(listed.map(({ filter }) => filter))];
}

/** When the paid response was written; undefined without one. */
export const timeOfAnswer = ({ history }: Pick<Conversation, 'history'>): Instant | undefined =>
  history.find(({ event }) => event === 'ANSWERED')?.at;

/** Whether a conversation is a help ticket, which is free. */
export const isTicket = ({ recipient }: Pick<Conversation, 'recipient'>): boolean =>
  recipient.username === SUPPORT_USERNAME;

/** Whether the sender withdrew the message. */
export const isWithdrawn = (status: ConversationStatus): boolean =>
  STATUS_PROPERTIES[status].withdrawn;

/** Whether a conversation ended without an answer: the sender is refunded, or the payment is reviewed. */
export const isUnanswered = (status: ConversationStatus): boolean =>
  STATUS_PROPERTIES[status].unanswered;

/**
 * Whether a message is paid and neither answered nor ended. In NEEDS_INFO its recipient waits for information from the sender;
 * the money, the lock of the pair and the place in the commitment are as in PENDING.
 */
export const isPending = (status: StoredStatus): boolean =>
  status === 'PENDING' || status === 'NEEDS_INFO';

/** Whether a message was answered; the conversation may be closed since. */
export const isAnswered = (status: ConversationStatus): boolean =>
  !isPending(status) && !isUnanswered(status);

/** Whether a message was answered and both sides can still write, for free. */
export const isOpen = (status: StoredStatus): boolean => status === 'OPEN' || status === 'INVITED';

export const MONEY_STATES = ['HELD', 'CHARGED', 'RELEASED', 'REFUNDED', 'IN_REVIEW'] as const;
/** The state of the sender's money: on hold, captured, released, refunded, or kept until a report is reviewed. */
export type MoneyState = (typeof MONEY_STATES)[number];

export const CANCEL_REASONS = ['MISTAKE', 'CHANGED_MIND'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export type ConversationAction =
  | 'answer'
  | 'reply'
  | 'close'
  | 'cancel'
  | 'decline'
  | 'report'
  | 'askForInformation'
  | 'giveInformation'
  | 'endClarification'
  | 'nudge'
  | 'invite'
  | 'expire';

/** The recipient's choice with the paid response: OPEN lets the sender reply for free, COMPLETED closes the conversation. */
export const CONVERSATION_CHOICES = ['OPEN', 'COMPLETED'] as const;
export type ConversationChoice = (typeof CONVERSATION_CHOICES)[number];

/**
 * Every status that is stored. PAYING: the payment is not settled. UNDONE: the payment failed. People see neither of the
 * two.
 */
export type StoredStatus = ConversationStatus | 'PAYING' | 'UNDONE';

/** The attachments that a side has sent: the number of pictures and PDFs, and the length of its recording. */
export type SentFiles = { readonly files: number; readonly seconds?: number };

/** Replies that their author wrote while the other side blocked them, and the number of their pictures and PDFs. */
type HiddenReplies = { readonly count: number; readonly lastAt: Instant; readonly files?: number };

/** Until when the other side sees that a person who blocked it has read the conversation; absent if they had not opened it. */
type FrozenReceipt = { readonly readAt?: Instant };

/** A side's public profile, as it was when the order began. */
export type Person = {
  readonly id: string;
  readonly fullName: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  /** The attachments of this side, as lists say them (sent-files.ts); only in the stored conversation, absent without any. */
  readonly sent?: SentFiles;
  /** What is between the two sides because one blocked the other (blocked-sides.ts); only in the stored conversation. */
  readonly hidden?: HiddenReplies;
  readonly frozen?: FrozenReceipt;
  /** Whether the other side does not see this person's invitation. */
  readonly invitesUnseen?: true;
};

export type Money = {
  /** The state that people see; meaningless while the payment is not settled. */
  readonly state: MoneyState;
  /** The PaymentIntent at Stripe; absent until Stripe's first response arrived. */
  readonly intentId?: string;
  /** When the hold lapses by itself; absent once it was captured or released. */
  readonly captureBefore?: Instant;
  /** A decision about the money after the answer or the report: by an operator, or by a claim that ended with a refund. */
  readonly byHand?: ManualDecision;
  /** The state of the claim about the answer, and the part of the earning that is frozen for it now, in cents. */
  readonly claim?: { readonly state: ClaimState; readonly frozen: Cents };
  /** The losses by disputes and outside refunds, as they were booked. */
  readonly back?: BookedLosses;
  /** Our response to the open or latest dispute. */
  readonly response?: DisputeResponse;
  /** The refunds that the card's bank refused, as they were booked. */
  readonly unreturned?: FailedRefund;
  /** The pending effect: decided, but not known to be done at Stripe. */
  readonly owed?: PendingEffect;
  /** The latest decision to refund a part of the price; its refund is pending while `owed` is `refundPart`. */
  readonly part?: PartRefund;
  /** When the sweep tries the pending effect next, and how often that failed. */
  readonly tryAt?: Instant;
  readonly tries?: number;
};

export type PendingEffect = 'capture' | 'giveBack' | 'refundPart';

/** A decision of the desk to refund a part of the price of an answered message. Amounts in cents. */
export type PartRefund = {
  /** All that the sender has back after this decision, earlier refunds included. */
  readonly total: Cents;
  /** The part that this decision refunds. */
  readonly amount: Cents;
  /** The number of these decisions about the message; each has an idempotency key of its own at Stripe. */
  readonly count: number;
  /** The member of staff who decided it. */
  readonly byUserId: string;
  /** It ended without a refund, because a dispute opened before or the bank refused it. */
  readonly failed?: true;
};

/** The payment parameters of an order. A retry with the same idempotency key must repeat them exactly. */
export type Payment = {
  readonly customerId: string;
  readonly paymentMethodId: string;
  /** Whether the card becomes the card on file once it has paid. */
  readonly keepCard: boolean;
  /** The name on a new card, as the sender typed it. */
  readonly nameOnCard?: string;
  /** Since when the bank waits for the sender's confirmation. */
  readonly waitingSince?: Instant;
  /** What paid, as Stripe names it; absent before the payment is settled. */
  readonly paidWith?: NamedPaymentMethod;
  /** Stripe's fingerprint of the card that paid. */
  readonly cardFingerprint?: string;
  /** The idempotency key of the order's request. */
  readonly requestKey?: string;
};

export type Conversation = {
  readonly id: string;
  readonly kind: 'CONVERSATION';
  /** Counts the changes; the condition of every write. */
  readonly version: number;
  readonly status: StoredStatus;
  readonly sender: Person;
  readonly recipient: Person;
  readonly subject: string;
  readonly price: Cents;
  /** The tier that was bought; absent if the recipient had none. */
  readonly tier?: BoughtTier;
  readonly feeTerms: FeeTerms;
  /** The recipient's earning; fixed by the paid response. */
  readonly net?: Cents;
  readonly money: Money;
  readonly payment: Payment;
  /** The calendar month in whose commitment this conversation counts. */
  readonly month: string;
  readonly createdAt: Instant;
  readonly paidAt: Instant;
  /** During a pause: the latest possible deadline, if the pause lasts until its end. */
  readonly deadlineAt: Instant;
  /** The recipient's clarifying question, if there was one. */
  readonly clarification?: Clarification;
  /** The sender's claim that the paid response is no answer, if there was one; `money.claim` has its state. */
  readonly claim?: Claim;
  readonly modifiedAt: Instant;
  readonly questionId: string;
  /** The ids of the attachments of the question, which its sender has again if the payment fails; absent without any. */
  readonly attachmentIds?: readonly string[];
  /** How the sender came to the recipient's profile, as their browser says; absent if it says nothing. */
  readonly source?: Source;
  /** The draft it was sent from, and its version; the draft is removed when the payment is settled. */
  readonly draft?: { readonly id: string; readonly version: number };
  /** Whether its price is the one that the recipient gave the sender as a contact. */
  readonly forContact?: true;
  /** Whether it counts among the recipient's waiting orders. */
  readonly waits?: true;
  readonly messageCount: number;
  readonly lastMessageBy: string;
  readonly lastMessageAt: Instant;
  /** The id of the event of the nudge, if the sender nudged the recipient. */
  readonly nudgeEventId?: string;
  /** What the sender said in thanks for the paid response; absent if nothing. */
  readonly thanks?: Thanks;
  /** The proposal to make the answer public, and what became of it; absent if there was none. */
  readonly publicAnswer?: PublicAnswer;
  /** Staff took what the sender said off the recipient's profile, where it cannot stand again. */
  readonly thanksRemoved?: true;
  /** When the last free reply was written, for the timeline. */
  readonly repliedAt?: Instant;
  /** When the sender of an answered help ticket wrote the first reply that support has not answered; absent if there is none. */
  readonly unansweredSince?: Instant;
  readonly senderDeliveredAt?: Instant;
  readonly senderReadAt?: Instant;
  readonly recipientDeliveredAt?: Instant;
  readonly recipientReadAt?: Instant;
  readonly reasonCode?: string;
  /** When the first early fraud warning about its payment arrived, for operators. */
  readonly fraudWarnedAt?: Instant;
  readonly additionalInformation?: string;
  /** When staff opened its files, the last time, in a report or claim; both people see it. */
  readonly filesOpenedAt?: Instant;
  /** The recipient's note to the sender with a decline: plain text. */
  readonly note?: string;
  /** The id of the person who sent the invitation to chat; only in status INVITED. */
  readonly invitedBy?: string;
  readonly history: readonly HistoryEvent[];
  /** What staff decided about its money, the newest last; only the desk shows who decided. */
  readonly staffDecisions?: readonly StaffDecision[];
  /** When the item is deleted, in epoch seconds; only for failed payments. */
  readonly expiresAt?: number;
};

/** A decision of a member of staff about the money of a conversation. */
export type StaffDecision = {
  readonly kind: DecisionKind;
  readonly byUserId: string;
  readonly at: Instant;
  readonly reason: string;
};

/**
 * The pause of the deadline for the recipient's clarifying question. It ends at `until`, or before that at `endedAt`; a schedule
 * may set `endedAt` late.
 */
export type Clarification = {
  readonly askedAt: Instant;
  readonly until: Instant;
  readonly endedAt?: Instant;
};

/** A claim. It has `until` only while the recipient or the sender has to act, and a `caseId` once the desk has to decide. */
export type Claim = {
  readonly reason: ClaimReason;
  /** What the sender wrote, in plain text. */
  readonly text: string;
  readonly at: Instant;
  readonly until?: Instant;
  readonly improvedAt?: Instant;
  /** Who took it to the desk, and what they wrote, in plain text. */
  readonly contest?: { readonly by: Side; readonly at: Instant; readonly text: string };
  readonly caseId?: string;
  /** The reason of the desk's decision, which both sides read. */
  readonly decisionReason?: string;
  readonly endedAt?: Instant;
};

/** A change to a person's balance. `mayBecomeDebt`: it may make the balance negative; later earnings repay the debt. */
type BalanceChange = {
  readonly userId: string;
  readonly by: Cents;
  readonly mayBecomeDebt?: boolean;
};

/** A change of a conversation: its next state, and the ledger entries and domain event written in the same transaction. */
export type Change = {
  readonly next: Conversation;
  readonly entry?: LedgerEntry;
  /** The entry of a loss that is booked in addition, and its effect on the recipient's balance. */
  readonly lossEntry?: LedgerEntry;
  readonly balanceChange?: BalanceChange;
  /** The entry that returns a frozen earning to the recipient's balance, because its claim ended. */
  readonly freedEntry?: LedgerEntry;
  /** The case of the desk that is opened, or closed. */
  readonly openedCase?: Case;
  readonly closedCase?: { readonly id: string; readonly decision: CaseDecision };
  readonly domainEvent?: {
    /** The id of the event; by default a new one. */
    readonly id?: string;
    readonly type: DomainEventType;
    readonly amountCents?: Cents;
    readonly byUserId?: string;
    /** Whether the other side does not see it, because it blocked the person who did it. */
    readonly hidden?: true;
    readonly outcome?: CaseDecision['outcome'];
    /** The stage of a reminder. */
    readonly stage?: ReminderStage;
  };
};

export type Order = Pick<
  Conversation,
  | 'id'
  | 'sender'
  | 'recipient'
  | 'subject'
  | 'price'
  | 'tier'
  | 'feeTerms'
  | 'payment'
  | 'questionId'
  | 'source'
  | 'draft'
  | 'waits'
  | 'forContact'
>;

export type DisputeState = 'OPEN' | 'WON' | 'LOST';

/** Our response to a dispute (dispute-responses.ts). Without an outcome it is still pending. */
export type DisputeResponse = {
  readonly outcome?: 'EVIDENCE' | 'REFUND_EVIDENCE' | 'ACCEPTED' | 'LEFT' | 'TOO_LATE';
  /** When it was saved. */
  readonly at?: Instant;
  /** When the sweep tries it next, and how often that failed. */
  readonly tryAt?: Instant;
  readonly tries?: number;
};

/** The losses of a payment that were booked, in cents. disputes.ts explains how the amounts depend on each other. */
export type BookedLosses = {
  /** The part of the price that is no longer at Stripe. */
  readonly gone: Cents;
  /** The loss beyond `gone`: fees, and what was withdrawn beyond the price. */
  readonly cost: Cents;
  /** The recipient's earning from what is in an open or lost dispute, or was refunded as fraudulent. */
  readonly claimed: Cents;
  /** The part of `claimed` that was taken out of the recipient's balance. */
  readonly frozen: Cents;
  /** The part of `frozen` that is taken back for good, even if that made a debt; absent if none is. */
  readonly clawedBack?: Cents;
  readonly dispute?: DisputeState;
  /** The number of refunds that the card's bank refused. */
  readonly refused?: number;
  /** The number of ledger entries booked. */
  readonly count: number;
};

/** Who causes an event of the timeline; undefined if more than one side can. */
type EventAuthor = 'SENDER' | 'RECIPIENT' | 'PLATFORM' | 'BANK';

/** The events of the timeline of a conversation. */
export const HISTORY_EVENTS = {
  PAID: 'SENDER',
  /** The first event of a free conversation, in place of PAID. */
  SENT: 'SENDER',
  READ: 'RECIPIENT',
  /** The recipient's clarifying question, the sender's reply, and the end of the pause without a reply, by either side or by time. */
  INFO_ASKED: 'RECIPIENT',
  INFO_GIVEN: 'SENDER',
  INFO_ENDED: undefined,
  /** The sender reminded the recipient. */
  NUDGED: 'SENDER',
  CAPTURED: 'PLATFORM',
  ANSWERED: 'RECIPIENT',
  REPLIED: undefined,
  CLOSED: 'RECIPIENT',
  ...ENDED_EVENTS,
  RETURNED: 'PLATFORM',
  /** The card's bank refused a refund. */
  RETURN_FAILED: 'BANK',
  /** An operator decided to refund it or, after a report, to keep it. */
  GIVEN_BACK: 'PLATFORM',
  KEPT: 'PLATFORM',
  /** A part was refunded by a decision of the desk. */
  PARTLY_REFUNDED: 'PLATFORM',
  /** A dispute opened, and how the bank decided it. */
  DISPUTED: 'BANK',
  /** The record of the answer was submitted to the bank as evidence. */
  EVIDENCE_SENT: 'PLATFORM',
  DISPUTE_WON: 'BANK',
  DISPUTE_LOST: 'BANK',
  /** A refund was marked as fraudulent at Stripe, so the earning was taken back. */
  TAKEN_BACK: 'PLATFORM',
  /** A claim, what the two sides did about it, and how it ended. */
  CLAIMED: 'SENDER',
  CLAIM_IMPROVED: 'RECIPIENT',
  /** The recipient contested it, or the sender asked for a decision. */
  CLAIM_CONTESTED: undefined,
  CLAIM_WITHDRAWN: 'SENDER',
  CLAIM_ACCEPTED: 'PLATFORM',
  CLAIM_GIVEN_BACK: 'RECIPIENT',
  CLAIM_LAPSED: 'PLATFORM',
  CLAIM_UPHELD: 'PLATFORM',
  CLAIM_REJECTED: 'PLATFORM',
  CLAIM_OVERTAKEN: 'PLATFORM',
  /** An appeal gave the recipient the earning back. */
  EARNING_RESTORED: 'PLATFORM',
  /** The recipient proposed to make the answer public, and what became of it. Either side can agree last, and withdraw. */
  PUBLIC_PROPOSED: 'RECIPIENT',
  PUBLISHED: undefined,
  PUBLIC_DECLINED: 'SENDER',
  PUBLIC_WITHDRAWN: undefined,
} as const satisfies Readonly<Record<string, EventAuthor | undefined>>;

type HistoryEventName = keyof typeof HISTORY_EVENTS;
export const HISTORY_EVENT_NAMES = Object.keys(HISTORY_EVENTS) as readonly HistoryEventName[];

/** An event in the timeline of a conversation. */
export type HistoryEvent = {
  readonly event: HistoryEventName;
  readonly at: Instant;
  readonly moneyState: MoneyState;
  /**
   * In cents. For a dispute: the part of the recipient's earning that was frozen, freed or lost. For a manual refund: the
   * earning that the recipient gave up. For a part: what was refunded. For a claim: the earning that was frozen, freed or taken back. For a
   * refund that failed for good: the amount owed to the sender.
   */
  readonly amount?: Cents;
};

/** The failed refunds of a payment, as they were booked. */
export type FailedRefund = {
  /** The number of refunds that the bank refused. */
  readonly refused: number;
  /** The part of the price that is owed to the sender again, in cents. */
  readonly amount: Cents;
  /** Stripe makes no refund of this payment any more. */
  readonly stuck?: true;
  /** The number of ledger entries booked. */
  readonly count: number;
};

/**
 * An operator's decision, or the refund that a claim led to. `earning`: the amount that the recipient gave up; `restored`: what an
 * appeal gave back of it; `kept`: the amount that the platform kept. In cents.
 */
export type ManualDecision = (
  | { readonly decided: 'GIVE_BACK'; readonly earning: Cents; readonly restored?: Cents }
  | { readonly decided: 'KEEP'; readonly kept: Cents }
) & {
  /** The member of staff who decided it at the desk; absent for an operator. */
  readonly byUserId?: string;
};
