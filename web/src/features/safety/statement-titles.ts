import type { StatementDeed } from '#shared/rules/desk/cases.ts';

/* The titles of decisions, for their list and the home screen. docs/product/desk.md#statements */

export const STATEMENT_TITLES: Readonly<Record<StatementDeed, string>> = {
  ACCOUNT_BLOCKED: 'Your account was blocked',
  ACCOUNT_UNBLOCKED: 'Your account is no longer blocked',
  CARE_MESSAGE: 'A message from our team',
  CLAIM_REJECTED: 'Your claim was rejected',
  CLAIM_UPHELD: 'Your claim was upheld',
  CONTENT_REMOVED: 'Something you published was removed',
  EARNING_FREED: 'A claim about your answer was rejected',
  EARNING_KEPT: 'A payment was refunded, and your earning stays',
  EARNING_REVERSED: 'An earning was taken back',
  MESSAGE_ENDED: 'A letter to you was ended',
  PAYMENT_KEPT: 'A payment of yours wasn’t refunded',
  PAYMENT_PART_REFUNDED: 'A part of a payment of yours is refunded',
  PAYMENT_REFUNDED: 'You don’t pay for a letter',
  PAYOUT_RELEASED: 'Your payout is no longer held',
  REFUND_STAYS: 'Your refund stays, and the answer counts again',
  REPORT_DECIDED: 'We looked at your report',
  WARNED: 'You were warned',
};
