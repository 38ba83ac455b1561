import type { Cents } from '../../money.ts';
import { DAY, type Instant, later } from '../../time.ts';
import type { CareDeed } from './care.ts';
import type { Removable, ReportDeed } from './decisions.ts';

/*
 * The cases that staff decide at the desk: reports, appeals, contested claims, and what one member of staff proposed and a second one
 * decides: money (REFUND), and the block or unblock of an account (BLOCK). A case is opened in the transaction of what it is about, and
 * closed in the transaction of its decision. docs/product/desk.md#cases
 */

export const CASE_KINDS = ['REPORT', 'APPEAL', 'CLAIM', 'REFUND', 'BLOCK'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** What a case is about. A group is a chat with a name. */
export const CASE_SUBJECTS = [
  'PROFILE',
  'CONVERSATION',
  'MESSAGE',
  'CHAT',
  'GROUP',
  'LINK',
  'PUBLIC_ANSWER',
  // What a sender said in thanks, which a profile shows. Its id is that of the conversation.
  'THANKS',
  'STATEMENT',
] as const;
export type CaseSubject = (typeof CASE_SUBJECTS)[number];

/** In place of the person who opened a case: somebody who was not signed in, to whom nothing is told. No account has this id. */
export const VISITOR = '00000000000000000000000000';

/** How urgent a case is: 3 somebody may be in danger, 2 somebody is harmed now, 1 everything else. */
export type Harm = 1 | 2 | 3;

export type Case = {
  readonly id: string;
  readonly kind: CaseKind;
  /** Counts the changes; the condition of every write. */
  readonly version: number;
  readonly harm: Harm;
  readonly openedAt: Instant;
  /** The person who reported, claimed or appealed; the member of staff who proposed a refund. */
  readonly openedBy: string;
  /** The person whom the case is about: reported, the recipient of a contested claim, or who appeals. */
  readonly userId: string;
  readonly subject: {
    readonly type: CaseSubject;
    readonly id: string;
    /** The conversation or chat of a message; the conversation of a public answer. */
    readonly within?: string;
  };
  /** A reason code of its kind. */
  readonly reason: string;
  /** The part of the price whose refund is proposed (part-refunds.ts); absent for a refund in full, and in other cases. */
  readonly part?: { readonly amount: Cents; readonly givenBack: Cents };
  /** What the person who opened it wrote, in plain text; empty for nothing. */
  readonly text: string;
  /** What the content said when it was reported, in plain text: its author may change or delete it since. Oldest first. */
  readonly quotes: readonly CaseQuote[];
  readonly notes: readonly CaseNote[];
  /** What a member of staff proposed, because it needs a second person; absent where the whole case is a proposal. */
  readonly proposal?: CaseProposal;
  readonly decision?: CaseDecision;
};

export type CaseQuote = { readonly userId: string; readonly at: Instant; readonly text: string };
/** A note of a member of staff, which only staff read. */
export type CaseNote = { readonly byUserId: string; readonly at: Instant; readonly text: string };

/** A decision that waits for a second person (second-person.ts). */
export type CaseProposal = CaseDecision;

/** The kinds of cases that are proposals as a whole: `openedBy` is the member of staff who proposed. */
export const isProposal = ({ kind }: Pick<Case, 'kind'>): boolean =>
  kind === 'REFUND' || kind === 'BLOCK';

export type CaseDecision = {
  readonly byUserId: string;
  readonly at: Instant;
  /** UPHELD: who opened the case was right. */
  readonly outcome: 'UPHELD' | 'REJECTED';
  /** Who reads it, says decision-readers.ts. */
  readonly reason: string;
  /** What an upheld report led to, and the content that was removed. */
  readonly deed?: ReportDeed | CareDeed;
  readonly remove?: Removable;
};

/*
 * Statements of reasons: what was decided about a person or about what concerns them, with the facts and the reason. Who gets which
 * one is in decision-readers.ts. docs/product/desk.md#statements
 */

/** What was decided against the person. They can appeal. */
const APPEALABLE_DEEDS = [
  'ACCOUNT_BLOCKED',
  'CONTENT_REMOVED',
  'EARNING_REVERSED',
  'PAYMENT_KEPT',
  'WARNED',
] as const;
export const STATEMENT_DEEDS = [
  ...APPEALABLE_DEEDS,
  'ACCOUNT_UNBLOCKED',
  'CARE_MESSAGE',
  'CLAIM_REJECTED',
  'CLAIM_UPHELD',
  'EARNING_FREED',
  'EARNING_KEPT',
  'MESSAGE_ENDED',
  'PAYMENT_PART_REFUNDED',
  'PAYMENT_REFUNDED',
  'PAYOUT_RELEASED',
  'REFUND_STAYS',
  'REPORT_DECIDED',
] as const;
export type StatementDeed = (typeof STATEMENT_DEEDS)[number];

/** Whether a person can appeal such a decision. */
export const isAppealableDeed = (deed: StatementDeed): boolean =>
  APPEALABLE_DEEDS.some((one) => one === deed);

/** The time in which a person may appeal. */
const APPEAL_TIME = 180 * DAY;
export const appealUntil = (decidedAt: Instant): Instant => later(decidedAt, APPEAL_TIME);

export type Statement = {
  readonly id: string;
  readonly userId: string;
  readonly at: Instant;
  readonly deed: StatementDeed;
  /** What it is about, in plain words; without the name of who reported it. */
  readonly facts: string;
  /** The reason code of the broken rule; empty if it is no decision against the person. */
  readonly rule: string;
  /** Why it was decided so, in the words of the member of staff. */
  readonly reason: string;
  /** The member of staff who decided it; absent if an operator did. The person does not see it. */
  readonly byUserId?: string;
  /** The member of staff who proposed it to the one who decided. */
  readonly proposedByUserId?: string;
  /** The case that led to it; absent if staff or an operator acted without one. */
  readonly caseId?: string;
  /** Whether the person does not learn how the case that led to it was decided. */
  readonly isOutcomePrivate?: true;
  /** What the case that led to it was about; absent if it was about the money of a letter. */
  readonly subject?: CaseSubject;
  /** The events that notify the person of it. */
  readonly eventIds?: readonly string[];
  /** When the person first opened it. */
  readonly readAt?: Instant;
  /** The conversation that it is about, and the side of the person. */
  readonly conversation?: { readonly id: string; readonly side: 'sender' | 'recipient' };
  readonly appeal?: {
    readonly caseId: string;
    readonly at: Instant;
    readonly decision?: Pick<CaseDecision, 'at' | 'outcome' | 'reason'>;
    /** The event that notifies the person of the decision, and when they first opened it since. */
    readonly eventId?: string;
    readonly readAt?: Instant;
  };
};
