import { CANCEL_REASONS, type CancelReason } from '#shared/rules/conversations/conversations.ts';
import { isRefundedReport } from '#shared/rules/conversations/refunded-reports.ts';
import { REPORT_REASONS } from '#shared/rules/conversations/report-reasons.ts';
import { REASON_WORDS } from '../safety/reason-words.ts';

/* The labels of reasons, in the order of the forms. docs/product/conversations.md#reporting */

const CANCEL_WORDS: Record<CancelReason, string> = {
  MISTAKE: 'I sent it by mistake',
  CHANGED_MIND: 'I changed my mind',
};

export const reportReasons = REPORT_REASONS.map((value) => ({
  value,
  ...REASON_WORDS[value],
  givesBack: isRefundedReport(value),
}));

export const cancelReasons = CANCEL_REASONS.map((value) => ({ value, label: CANCEL_WORDS[value] }));
