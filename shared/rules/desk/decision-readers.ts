import { capital } from '#shared/capital.ts';
import type { DomainEventType } from '../../domain-events.ts';
import type { StatementDeed } from './cases.ts';
import type { Removable } from './decisions.ts';

/*
 * Who reads a decision of the desk, and its reason: the table of docs/product/desk.md#who-reads-a-decision. The statements that a
 * decision writes, what the form of the desk says about its reason, and the tests are all taken from it.
 */

/** Somebody whom a decision concerns. ABOUT: the person whom a case, a block or a payout is about. OPENED_BY: who reported it. */
export type ReaderSide = 'ABOUT' | 'OPENED_BY' | 'SENDER' | 'RECIPIENT';

export type Reader = {
  readonly who: ReaderSide;
  /**
   * Where they read it: a statement at /decisions, the statement that they appealed, the conversation itself, or the page of
   * payouts.
   */
  readonly reads: StatementDeed | 'APPEAL' | 'CONVERSATION' | 'PAYOUTS';
  /** What Home shows: an alert, or the conversation among what waits for them. */
  readonly home: 'DECISION' | 'PAYOUT_HELD' | 'WAITING';
  /** The event by which their devices or email address are notified. */
  readonly tells: DomainEventType;
};

/** Returns whether a reader gets a statement at /decisions. */
export const isStatement = (reads: Reader['reads']): reads is StatementDeed =>
  reads !== 'APPEAL' && reads !== 'CONVERSATION' && reads !== 'PAYOUTS';

const statement = (who: ReaderSide, reads: StatementDeed, tells: DomainEventType): Reader => ({
  who,
  reads,
  home: 'DECISION',
  tells,
});

const AGAINST = 'statement.written';
const reporter = statement('OPENED_BY', 'REPORT_DECIDED', 'report.decided');
const appellant: Reader = {
  who: 'ABOUT',
  reads: 'APPEAL',
  home: 'DECISION',
  tells: 'appeal.decided',
};

const DECISION_READERS = {
  REPORT_WARNED: [statement('ABOUT', 'WARNED', AGAINST), reporter],
  REPORT_REMOVED: [statement('ABOUT', 'CONTENT_REMOVED', AGAINST), reporter],
  // A public answer has two authors, and both agreed to publish it.
  PUBLIC_ANSWER_REMOVED: [
    statement('ABOUT', 'CONTENT_REMOVED', AGAINST),
    statement('SENDER', 'CONTENT_REMOVED', AGAINST),
    reporter,
  ],
  REPORT_BLOCKED: [statement('ABOUT', 'ACCOUNT_BLOCKED', AGAINST), reporter],
  // The reported person never learned of the report.
  REPORT_REJECTED: [reporter],
  APPEAL_GRANTED: [appellant],
  APPEAL_REJECTED: [appellant],
  /** A granted appeal that restores an earning. */
  EARNING_RESTORED: [appellant, statement('SENDER', 'REFUND_STAYS', AGAINST)],
  CLAIM_UPHELD: [
    statement('SENDER', 'CLAIM_UPHELD', 'claim.decided'),
    statement('RECIPIENT', 'EARNING_REVERSED', AGAINST),
  ],
  CLAIM_REJECTED: [
    statement('SENDER', 'CLAIM_REJECTED', 'claim.decided'),
    statement('RECIPIENT', 'EARNING_FREED', 'claim.decided'),
  ],
  REVIEW_KEPT: [
    statement('SENDER', 'PAYMENT_KEPT', AGAINST),
    statement('RECIPIENT', 'REPORT_DECIDED', 'report.decided'),
  ],
  REVIEW_REFUNDED: [
    statement('SENDER', 'PAYMENT_REFUNDED', 'conversation.givenBack'),
    statement('RECIPIENT', 'REPORT_DECIDED', 'conversation.givenBack'),
  ],
  /** A refund in full of an unanswered message, which ends it. */
  REFUND_UNANSWERED: [
    statement('SENDER', 'PAYMENT_REFUNDED', 'conversation.expired'),
    statement('RECIPIENT', 'MESSAGE_ENDED', AGAINST),
  ],
  REFUND_BY_PLATFORM: [
    statement('SENDER', 'PAYMENT_REFUNDED', 'conversation.givenBack'),
    statement('RECIPIENT', 'EARNING_KEPT', 'conversation.givenBack'),
  ],
  REFUND_BY_RECIPIENT: [
    statement('SENDER', 'PAYMENT_REFUNDED', 'conversation.givenBack'),
    statement('RECIPIENT', 'EARNING_REVERSED', AGAINST),
  ],
  REFUND_IN_PART: [
    statement('SENDER', 'PAYMENT_PART_REFUNDED', 'conversation.givenBack'),
    statement('RECIPIENT', 'EARNING_KEPT', 'conversation.givenBack'),
  ],
  // Nobody but staff learned that it was proposed.
  REFUND_REJECTED: [],
  ACCOUNT_BLOCKED: [statement('ABOUT', 'ACCOUNT_BLOCKED', AGAINST)],
  ACCOUNT_UNBLOCKED: [statement('ABOUT', 'ACCOUNT_UNBLOCKED', AGAINST)],
  /** The check of a first payout, which no member of staff decides. */
  PAYOUT_HELD: [{ who: 'ABOUT', reads: 'PAYOUTS', home: 'PAYOUT_HELD', tells: 'payout.held' }],
  PAYOUT_RELEASED: [statement('ABOUT', 'PAYOUT_RELEASED', AGAINST)],
  TICKET_ANSWERED: [
    { who: 'SENDER', reads: 'CONVERSATION', home: 'WAITING', tells: 'conversation.answered' },
  ],
} as const satisfies Readonly<Record<string, readonly Reader[]>>;

export type DecisionKind = keyof typeof DECISION_READERS;
export const DECISION_KINDS = Object.keys(DECISION_READERS) as DecisionKind[];

/** The decision that removes this content. */
export const removalKind = (what: Removable): 'REPORT_REMOVED' | 'PUBLIC_ANSWER_REMOVED' =>
  what === 'PUBLIC_ANSWER' ? 'PUBLIC_ANSWER_REMOVED' : 'REPORT_REMOVED';

export const readersOf = (kind: DecisionKind): readonly Reader[] => DECISION_READERS[kind];

const WHO: Readonly<Record<ReaderSide, string>> = {
  ABOUT: 'the person concerned',
  OPENED_BY: 'whoever reported it',
  SENDER: 'the sender',
  RECIPIENT: 'the recipient',
};

/** Says who reads the reason of a decision of one of these kinds: `The sender and the recipient read it.` */
export function readersSentence(...kinds: readonly DecisionKind[]): string {
  const who = [...new Set(kinds.flatMap((kind) => readersOf(kind).map((one) => WHO[one.who])))];
  if (who.length === 0) return 'Only staff read it.';
  return `${capital(who.join(' and '))} ${who.length === 1 ? 'reads' : 'read'} it.`;
}
