import type { Output } from '../../../../shared/api/operation.ts';
import type { viewStatements } from '../../../../shared/api/statements.ts';
import type { StatementDeed } from '../../../../shared/rules/desk/cases.ts';
import { prettyDate } from '../../../../shared/time.ts';
import { REASON_WORDS } from './reason-words.ts';

/* The words of decisions about an account. docs/product/desk.md#statements */

export type Statement = Output<typeof viewStatements>['data'][number];

export const STATEMENT_TITLES: Readonly<Record<StatementDeed, string>> = {
  ACCOUNT_BLOCKED: 'Your account was blocked',
  CONTENT_REMOVED: 'Something you published was removed',
  EARNING_REVERSED: 'An earning was taken back',
  PAYMENT_KEPT: 'A payment of yours was not given back',
  WARNED: 'You were warned',
};

/** The name of the broken rule; a code without words is shown as it is. */
export const ruleWords = (rule: string): string =>
  REASON_WORDS[rule as keyof typeof REASON_WORDS]?.label ?? rule;

/** The state of the appeal, or until when one is possible. */
export function appealWords({ appeal, appealable, appealUntil }: Statement): string {
  if (appeal?.outcome === 'UPHELD') return 'You appealed, and you were right.';
  if (appeal?.outcome === 'REJECTED') return 'You appealed, and the decision stays.';
  if (appeal) return `You appealed on ${prettyDate(appeal.dateTime)}. We are looking at it.`;
  return appealable
    ? `You can appeal once, until ${prettyDate(appealUntil)}.`
    : 'The time to appeal is over.';
}
