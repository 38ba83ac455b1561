import type { FactType } from '../../domain-events.ts';
import type { Cents } from '../../money.ts';
import type { Instant } from '../../time.ts';
import type { LedgerEntry } from '../ledger/ledger.ts';
import type { FeeTerms } from './pricing.ts';

/* A conversation as it is stored, and a change of it. Its transitions: state-machine.ts. */

/** What people see. A conversation whose payment is not settled yet (`PAYING`) is nobody's to see. */
export const STATUSES = [
  'PENDING',
  'OPEN',
  'INVITED',
  'COMPLETED',
  'EXPIRED',
  'REPORTED',
  'DECLINED',
  'CANCELLED',
] as const;
export type ConversationStatus = (typeof STATUSES)[number];

export const MONEY_STATES = ['HELD', 'CHARGED', 'RELEASED', 'REFUNDED', 'IN_REVIEW'] as const;
/** Where the sender's money is: on hold, taken, let go, on its way back, or kept while a report is looked at. */
export type MoneyState = (typeof MONEY_STATES)[number];

export const REPORT_REASONS = [
  'NOT_ME',
  'IGNORE',
  'SUICIDE_SELFINJURY',
  'SPAM_PHISHING',
  'NUDITY_SEXUAL',
  'HATE_SPEECH',
  'SCAM_FRAUD',
  'VIOLENCE_DANGEROUS',
  'BULLYING_HARASSMENT',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const CANCEL_REASONS = ['MISTAKE', 'CHANGED_MIND'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Reports of these reasons give the money back at once; all others take it to review. */
export function reportGivesBack(reason: ReportReason): boolean {
  return reason === 'NOT_ME' || reason === 'IGNORE' || reason === 'SUICIDE_SELFINJURY';
}

export type Side = 'sender' | 'recipient';
export type ConversationAction =
  | 'answer'
  | 'reply'
  | 'close'
  | 'cancel'
  | 'decline'
  | 'report'
  | 'invite'
  | 'expire';

/** What the recipient chooses with the paid response: the sender may reply for free, or the conversation is closed. */
export const CONVERSATION_CHOICES = ['OPEN', 'COMPLETED'] as const;
export type ConversationChoice = (typeof CONVERSATION_CHOICES)[number];

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
export type OwedMove = {
  readonly userId: string;
  readonly by: Cents;
  readonly mayBecomeDebt?: boolean;
};

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

export type DisputeState = 'OPEN' | 'WON' | 'LOST';

/** What was booked of it since the payment, in cents. disputes.ts explains how the amounts depend on each other. */
export type TakenBack = {
  /** The part of the price that is no longer at Stripe. */
  readonly gone: Cents;
  /** The loss beyond `gone`: fees, and what was withdrawn beyond the price. */
  readonly cost: Cents;
  /** The recipient's earning from what is in an open or lost dispute, or was refunded as fraudulent. */
  readonly claimed: Cents;
  /** The part of `claimed` that was taken out of the recipient's balance. */
  readonly frozen: Cents;
  /** The part of `frozen` that is decided, and was taken even if it made a debt; absent if none is. */
  readonly clawedBack?: Cents;
  readonly dispute?: DisputeState;
  /** How many refunds of it the card's bank refused. */
  readonly refused?: number;
  /** Counts the entries. */
  readonly count: number;
};

/** What happened to a conversation and its money, in the words of the contract. */
export type HistoryEvent = {
  readonly event:
    | 'PAID'
    /** Of a message that costs nothing. */
    | 'SENT'
    | 'READ'
    | 'CAPTURED'
    | 'ANSWERED'
    | 'REPLIED'
    | 'CLOSED'
    | 'CANCELLED'
    | 'DECLINED'
    | 'REPORTED'
    | 'EXPIRED'
    | 'RETURNED'
    /** The card's bank would not take back what was sent. */
    | 'RETURN_FAILED'
    /** An operator decided that it goes back, or, of a report, that it does not. */
    | 'GIVEN_BACK'
    | 'KEPT'
    /** The sender's bank asks for the money; then what it decided. */
    | 'DISPUTED'
    | 'DISPUTE_WON'
    | 'DISPUTE_LOST'
    /** A refund was marked as fraudulent at Stripe, so the earning was taken back. */
    | 'TAKEN_BACK';
  readonly at: Instant;
  readonly moneyState: MoneyState;
  /**
   * In cents. Of a dispute: what of the recipient's earning was frozen, is theirs again, or is lost. Of what was given
   * back by hand: what the recipient gave up. Of a return that failed for good: what is owed to the sender.
   */
  readonly amount?: Cents;
};

/** Of a refund that did not get there, as it was booked. */
export type Unreturned = {
  /** How many refunds the bank refused. */
  readonly refused: number;
  /** What of the price is owed to the sender again, in cents. */
  readonly amount: Cents;
  /** The provider makes no refund any more. */
  readonly stuck?: true;
  /** Counts the entries. */
  readonly count: number;
};

/** What was decided. `earning`: what the recipient gave up for it; `kept`: what the platform kept of a report. In cents. */
export type ByHand =
  | { readonly decided: 'GIVE_BACK'; readonly earning: Cents }
  | { readonly decided: 'KEEP'; readonly kept: Cents };
