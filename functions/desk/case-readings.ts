import { ZERO } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { restorableEarning } from '#shared/rules/conversations/restored-earnings.ts';
import { isCareCase } from '#shared/rules/desk/care.ts';
import type { Case, Statement } from '#shared/rules/desk/cases.ts';
import { removalKind } from '#shared/rules/desk/decision-readers.ts';
import { REMOVABLE } from '#shared/rules/desk/decisions.ts';
import {
  BLOCKED_FACTS,
  decidedReportFacts,
  PAYOUT_RELEASED_FACTS,
  PUBLIC_ANSWER_REMOVED_FACTS,
  refundStaysFacts,
  reportFacts,
  UNBLOCKED_FACTS,
} from '#shared/rules/desk/statement-words.ts';
import { accountNotification } from '#shared/rules/notifications/account-notifications.ts';
import { appealDecidedEvent } from '../storage/outbox.ts';
import { type Reading, type ReadingContext, readingsFor } from './decision-readings.ts';
import type { Addressees } from './statement-steps.ts';

/*
 * The readings of each choice about a report, an appeal, and a proposal about an account. Those of the sides of a letter are in
 * case-effects.ts.
 */

type Readings = Record<string, Reading[]>;

/** A decision that is appealed, with the letter whose earning it took back, if it did. */
export type Appealed = {
  readonly statement: Statement | undefined;
  readonly letter: Conversation | undefined;
};

/** The readings by the value of the choice. A choice that nobody reads is missing. */
export function caseReadings(context: ReadingContext, one: Case, appealed: Appealed): Readings {
  if (one.kind === 'REPORT') return isCareCase(one) ? {} : reportReadings(context, one);
  if (one.kind === 'APPEAL') return appealReadings(context, one, appealed);
  return proposalReadings(context, one);
}

function reportReadings(context: ReadingContext, one: Case): Readings {
  const { type } = one.subject;
  const reporter = (isUpheld: boolean) => ({
    OPENED_BY: { userId: one.openedBy, facts: decidedReportFacts(type, isUpheld) },
  });
  const upheld = (facts: string) => ({ ABOUT: { userId: one.userId, facts }, ...reporter(true) });
  const removed = REMOVABLE.map((what) => [
    what,
    readingsFor(
      removalKind(what),
      { ...upheld(reportFacts(type, what)), ...publicAnswerSender(one) },
      context,
    ),
  ]);
  return {
    REJECTED: readingsFor('REPORT_REJECTED', reporter(false), context),
    WARNED: readingsFor('REPORT_WARNED', upheld(reportFacts(type)), context),
    ACCOUNT_BLOCKED: readingsFor('REPORT_BLOCKED', upheld(reportFacts(type)), context),
    ...Object.fromEntries(removed),
  };
}

/**
 * The sender of a reported public answer, as a reader of its removal; nobody for other reports, or if they reported it. The case quotes
 * what both wrote.
 */
export function publicAnswerSender({ subject, userId, openedBy, quotes }: Case): Addressees {
  const senderId = quotes.find((quoted) => quoted.userId !== userId)?.userId;
  return subject.type === 'PUBLIC_ANSWER' && senderId !== undefined && senderId !== openedBy
    ? { SENDER: { userId: senderId, facts: PUBLIC_ANSWER_REMOVED_FACTS } }
    : {};
}

/** Whoever appealed reads it in the statement that they appealed; whoever was refunded in one of their own. */
function appealReadings(
  context: ReadingContext,
  one: Case,
  { statement, letter }: Appealed,
): Readings {
  const { now, person } = context;
  const found = person(one.userId);
  if (!found || !statement) return {};
  const reading = (outcome: 'UPHELD' | 'REJECTED'): Reading => {
    const event = appealDecidedEvent(one, { at: now, outcome });
    const { title, body } = accountNotification(event);
    const notifications = [{ title, body }];
    return { person: found, deed: statement.deed, facts: '', appealUntil: null, notifications };
  };
  const isRestored = letter !== undefined && restorableEarning(letter) !== ZERO;
  const sender = isRestored
    ? { SENDER: { userId: letter.sender.id, facts: refundStaysFacts(letter) } }
    : {};
  return {
    UPHELD: [reading('UPHELD'), ...readingsFor('EARNING_RESTORED', sender, context)],
    REJECTED: [reading('REJECTED')],
  };
}

const PROPOSED = {
  BLOCK: ['ACCOUNT_BLOCKED', BLOCKED_FACTS],
  UNBLOCK: ['ACCOUNT_UNBLOCKED', UNBLOCKED_FACTS],
  PAYOUT_RELEASE: ['PAYOUT_RELEASED', PAYOUT_RELEASED_FACTS],
} as const;

function proposalReadings(context: ReadingContext, { reason, userId }: Case): Readings {
  if (!Object.hasOwn(PROPOSED, reason)) return {};
  const [kind, facts] = PROPOSED[reason as keyof typeof PROPOSED];
  return { UPHELD: readingsFor(kind, { ABOUT: { userId, facts } }, context) };
}
