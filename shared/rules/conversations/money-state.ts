import { type Conversation, isPending } from './conversations.ts';
import { isRefundedReport } from './refunded-reports.ts';

/* Whose the money of a conversation is, by its status and the decisions about it. */

/** Whether a report took the money to review. `money.state` says whether a decision is still outstanding. */
export const wentToReview = ({
  status,
  reasonCode,
}: Pick<Conversation, 'status' | 'reasonCode'>): boolean =>
  status === 'REPORTED' && !isRefundedReport(reasonCode);

/** Whether the money waits for the decision of an operator about a report. */
export const isInReview = (c: Conversation): boolean =>
  wentToReview(c) && c.money.state === 'IN_REVIEW' && !c.money.owed;

/** Whether the money is booked as under review: captured or not, until an operator decides to keep it. */
export const isUnderReview = (c: Conversation): boolean =>
  wentToReview(c) && c.money.byHand?.decided !== 'KEEP';

/** Whether the ledger expects the price at Stripe: the conversation is pending, was answered, or went to review. */
export const isPriceExpected = (c: Conversation): boolean =>
  isPending(c.status) || c.net !== undefined || wentToReview(c);
