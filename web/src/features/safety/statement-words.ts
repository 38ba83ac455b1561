import type { Output } from '../../../../shared/api/operation.ts';
import type { viewStatements } from '../../../../shared/api/statements.ts';
import { isAppealableDeed } from '../../../../shared/rules/desk/cases.ts';
import { serverNow } from '../../api/clock.ts';
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
    ? `You can appeal once, by ${deadlineWords(appealUntil, serverNow())}.`
    : 'The time to appeal is over.';
}
