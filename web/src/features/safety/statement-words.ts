import type { Output } from '../../../../shared/api/operation.ts';
import type { viewStatements } from '../../../../shared/api/statements.ts';
import { REFUND_TIME } from '../../../../shared/messages/payments.ts';
import { CLAIM_REASONS } from '../../../../shared/rules/conversations/claim-states.ts';
import { isAppealableDeed, type StatementDeed } from '../../../../shared/rules/desk/cases.ts';
import { serverNow } from '../../api/clock.ts';
import { paths } from '../../paths.ts';
import { dayWords, deadlineWords } from '../../shell/dates.ts';
import { REASON_WORDS } from './reason-words.ts';

/* The words of decisions about an account. docs/product/desk.md#statements */

export type Statement = Output<typeof viewStatements>['data'][number];

/** The rules that are no reason of a report: of a block, of a refund, and of a claim. */
const OTHER_RULES: Readonly<Record<string, string>> = {
  RULES: 'Our usage policy',
  REFUND: 'Support gives money back where it was paid for nothing',
  REPORTED: 'Our usage policy',
  NOT_ADDRESSED: 'An answer addresses the message',
  NOT_WRITTEN_BY_THEM: 'An answer is written by the recipient',
  COPIED: 'An answer isn’t copied',
  ABUSIVE: 'An answer isn’t abusive',
};

/** The name of the broken rule; undefined if there is none, and never a code. */
export const ruleWords = (rule: string): string | undefined =>
  REASON_WORDS[rule as keyof typeof REASON_WORDS]?.label ?? OTHER_RULES[rule];

/** The state of the appeal, or until when one is possible; undefined for what is not against the person. */
export function appealWords(statement: Statement): string | undefined {
  const { deed, appeal, appealable, appealUntil } = statement;
  if (!isAppealableDeed(deed)) return undefined;
  if (appeal?.outcome === 'UPHELD') return 'You appealed, and you were right.';
  if (appeal?.outcome === 'REJECTED') return 'You appealed, and the decision stays.';
  if (appeal)
    return `You appealed on ${dayWords(appeal.dateTime, serverNow())}. We’re looking at it.`;
  return appealable
    ? `You can appeal once, by ${deadlineWords(appealUntil, serverNow())}. An appeal is free. Someone else on our team reads it, and answers with a reason.`
    : 'The time to appeal is over.';
}

const KEPT = 'Your account, your profile and your money stay as they are.';

/** What a decision changes for its reader. */
const CHANGES: Readonly<Record<StatementDeed, string>> = {
  WARNED: `Nothing now. ${KEPT} Another warning can end your account.`,
  CONTENT_REMOVED: `It’s gone, and no one sees it anymore. ${KEPT}`,
  ACCOUNT_BLOCKED:
    'You can’t sign in. Letters that waited have ended, and whoever paid for them gets the money back. What is owed to you is kept for you.',
  ACCOUNT_UNBLOCKED: 'You can sign in and use everything again. A plan that ended isn’t restored.',
  CLAIM_REJECTED: 'Your card stays charged for this letter. Nothing else changes.',
  CLAIM_UPHELD: `The money is on its way to your card. ${REFUND_TIME}`,
  EARNING_FREED: 'The earning is in your balance again, and your odds stay as they are.',
  EARNING_KEPT: 'You keep the earning, and your odds stay as they are.',
  EARNING_REVERSED:
    'The earning leaves your balance. What was paid out of it already is taken from your next earnings; we never charge your card or bank account.',
  MESSAGE_ENDED: 'You don’t need to answer it anymore.',
  PAYMENT_KEPT: 'Your card stays charged for this letter. Nothing else changes.',
  PAYMENT_PART_REFUNDED: `This part is on its way to your card. ${REFUND_TIME}`,
  PAYMENT_REFUNDED: `If your card was charged, the money is on its way back. ${REFUND_TIME}`,
  PAYOUT_RELEASED: 'The payout goes out with the next run. You don’t need to do anything.',
  REFUND_STAYS: 'Nothing changes for you: the money stays yours.',
  REPORT_DECIDED: 'Nothing changes for you.',
};

const isClaim = (rule: string) => CLAIM_REASONS.some((reason) => reason === rule);

/** What a decision changes for its reader, and what a granted appeal restored. */
export function changesWords({ deed, rule, appeal }: Statement): string {
  if (appeal?.outcome === 'UPHELD') return RESTORED[deed] ?? 'The decision no longer counts.';
  const odds = ' The answer counts as none in your odds.';
  return deed === 'EARNING_REVERSED' && isClaim(rule) ? CHANGES[deed] + odds : CHANGES[deed];
}

/** What a granted appeal restores. */
const RESTORED: Readonly<Partial<Record<StatementDeed, string>>> = {
  ACCOUNT_BLOCKED: 'You can sign in again.',
  CONTENT_REMOVED: 'We were wrong. What was removed can’t be restored, so please add it again.',
  EARNING_REVERSED:
    'You have the earning again, and the answer counts in your odds. The sender keeps the refund, which we bear.',
  PAYMENT_KEPT:
    'We were wrong. Write to us about the payment: this letter isn’t refunded by itself.',
  WARNED: 'The warning no longer counts.',
};

/** What helps the reader at once. */
export function helpOf({ deed, rule, subject, conversation }: Statement): {
  readonly label: string;
  readonly to: string;
} {
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
