import type { Output } from '#shared/api/operation.ts';
import type { viewStatements } from '#shared/api/statements.ts';
import { effects, REFUND_RULE } from '#shared/messages/decisions.ts';
import { CLAIM_REASONS } from '#shared/rules/conversations/claim-states.ts';
import { isAppealableDeed, type StatementDeed } from '#shared/rules/desk/cases.ts';
import { serverNow } from '../../api/clock.ts';
import { paths } from '../../paths.ts';
import { dayWords, deadlineWords } from '../../shell/dates.ts';
import { REASON_WORDS } from './reason-words.ts';
import { STATEMENT_TITLES } from './statement-titles.ts';

/* The words of decisions about an account. docs/product/desk.md#statements */

export type Statement = Output<typeof viewStatements>['data'][number];

/** The title of a decision, as its reader has it. */
export const titleOf = ({ deed, report }: Pick<Statement, 'deed' | 'report'>): string =>
  report?.upheld ? ACTED_ON_REPORT : STATEMENT_TITLES[deed];

/** The title of an upheld report, for whoever reported it. */
export const ACTED_ON_REPORT = 'We acted on your report';

/** The rules that are no reason of a report: of a block, of a refund, and of a claim. */
const OTHER_RULES: Readonly<Record<string, string>> = {
  RULES: 'Our usage policy',
  REFUND: REFUND_RULE,
  REPORTED: 'Our usage policy',
  NOT_ADDRESSED: 'An answer addresses the letter',
  NOT_WRITTEN_BY_THEM: 'An answer is written by the recipient',
  COPIED: 'An answer isn’t copied',
  ABUSIVE: 'An answer isn’t abusive',
};

/** The name of the broken rule; undefined if there is none, and never a code. */
export const ruleWords = (rule: string): string | undefined =>
  REASON_WORDS[rule as keyof typeof REASON_WORDS]?.label ?? OTHER_RULES[rule];

/** How an appeal ended, as whoever appealed reads it. */
export const APPEAL_RESULTS = {
  UPHELD: 'You appealed, and you were right.',
  REJECTED: 'You appealed, and the decision stays.',
} as const;

/** How an appeal ended, with what a granted one restores. */
export const appealFacts = (
  { deed, subject }: Pick<Statement, 'deed' | 'subject'>,
  outcome: keyof typeof APPEAL_RESULTS,
): string =>
  outcome === 'UPHELD'
    ? `${APPEAL_RESULTS.UPHELD} ${restoredWords(deed, subject)}`
    : APPEAL_RESULTS.REJECTED;

/** The state of the appeal, or until when one is possible; undefined for what is not against the person. */
export function appealWords(statement: Statement): string | undefined {
  const { deed, appeal, appealable, appealUntil } = statement;
  if (!isAppealableDeed(deed)) return undefined;
  if (appeal?.outcome) return APPEAL_RESULTS[appeal.outcome];
  if (appeal)
    return `You appealed on ${dayWords(appeal.dateTime, serverNow())}. We’re looking at it.`;
  return appealable
    ? `You can appeal once, by ${deadlineWords(appealUntil, serverNow())}. An appeal is free. Someone else on our team reads it, and answers with a reason.`
    : 'The time to appeal is over.';
}

/** What a decision changes for its reader. */
const CHANGES: Readonly<Record<StatementDeed, string>> = {
  WARNED: `Nothing now. ${effects.moneyStays} Another warning can end your account.`,
  CONTENT_REMOVED: `It’s gone, and no one sees it anymore. ${effects.moneyStays}`,
  ACCOUNT_BLOCKED: effects.accountBlocked,
  ACCOUNT_UNBLOCKED: effects.accountUnblocked,
  CARE_MESSAGE: `Nothing. ${effects.moneyStays}`,
  CLAIM_REJECTED: effects.chargeStays,
  CLAIM_UPHELD: effects.claimUpheld,
  EARNING_FREED: effects.earningFreed,
  EARNING_KEPT: effects.earningKept,
  EARNING_REVERSED: effects.earningReversed,
  MESSAGE_ENDED: 'You don’t need to answer it anymore.',
  PAYMENT_KEPT: effects.chargeStays,
  PAYMENT_PART_REFUNDED: effects.partRefunded,
  PAYMENT_REFUNDED: effects.refunded,
  PAYOUT_RELEASED: effects.payoutReleased,
  REFUND_STAYS: effects.refundStays,
  REPORT_DECIDED: 'Nothing changes for you.',
};

const isClaim = (rule: string) => CLAIM_REASONS.some((reason) => reason === rule);

/** What a decision changes for its reader, and what a granted appeal restored. */
export function changesWords({ deed, rule, subject, appeal }: Statement): string {
  if (appeal?.outcome === 'UPHELD') return restoredWords(deed, subject);
  const odds = ' The answer counts as none in your odds.';
  return deed === 'EARNING_REVERSED' && isClaim(rule) ? CHANGES[deed] + odds : CHANGES[deed];
}

/** What a granted appeal against a decision restores. */
function restoredWords(deed: StatementDeed, subject: Statement['subject']): string {
  const kept = deed === 'CONTENT_REMOVED' && subject !== null && KEPT_IN_LETTER[subject];
  return kept || RESTORED[deed] || 'The decision no longer counts.';
}

/** What was taken off public pages, and cannot be shown there again. */
const KEPT_IN_LETTER: Readonly<Partial<Record<NonNullable<Statement['subject']>, string>>> = {
  PUBLIC_ANSWER:
    'We were wrong. An answer is made public once, so it stays private. The letter keeps it.',
  THANKS: 'We were wrong. A thank-you that was removed isn’t shown again. The letter keeps it.',
};

const RESTORED: Readonly<Partial<Record<StatementDeed, string>>> = {
  ACCOUNT_BLOCKED: 'You can sign in again.',
  CONTENT_REMOVED: 'We were wrong. What was removed can’t be restored, so please add it again.',
  EARNING_REVERSED: effects.earningRestored,
  PAYMENT_KEPT: effects.paymentWrong,
  WARNED: 'The warning no longer counts.',
};

/** What helps the reader at once. */
export function helpOf({ deed, rule, subject, conversation }: Statement): {
  readonly label: string;
  readonly to: string;
} {
  if (deed === 'CARE_MESSAGE') return { label: 'Answer', to: paths.helpTicket() };
  // What was reported is not theirs.
  if (deed === 'REPORT_DECIDED') return { label: 'Done', to: paths.dashboard() };
  if (subject === 'LINK') return { label: 'See my links', to: paths.userLinks() };
  if (subject === 'PROFILE')
    return rule === 'IMPERSONATION'
      ? { label: 'Change my picture', to: paths.editAvatar() }
      : { label: 'Edit my profile', to: paths.editProfile() };
  if (deed.startsWith('EARNING_')) return { label: 'See my balance', to: paths.accountBalance() };
  if (conversation)
    return {
      label: 'See the letter',
      to:
        conversation.side === 'sender'
          ? paths.orderViewer(conversation.id)
          : paths.inboxViewer(conversation.id),
    };
  return { label: 'Done', to: paths.dashboard() };
}
