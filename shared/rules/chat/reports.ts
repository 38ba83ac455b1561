import * as z from 'zod/mini';
import { oneLine } from '../text.ts';

/* Reports of chats to support. docs/product/chat.md#reports */

/** The reasons in the order in which they are shown. */
export const CHAT_REPORT_REASONS = [
  'SPAM',
  'HARASSMENT',
  'THREAT',
  'IMPERSONATION',
  'SEXUAL',
  'CHILD_SAFETY',
  'PRIVATE_PICTURES',
  'OFF_PLATFORM_PAYMENT',
  'OTHER',
] as const;
export type ChatReportReason = (typeof CHAT_REPORT_REASONS)[number];

/** Each reason in words, and in the subject of a report. */
export const CHAT_REPORT_WORDS: Readonly<
  Record<ChatReportReason, { readonly label: string; readonly topic: string }>
> = {
  SPAM: { label: 'Spam or advertising', topic: 'spam' },
  HARASSMENT: { label: 'Harassment or insults', topic: 'harassment' },
  THREAT: { label: 'Threats of violence', topic: 'threats' },
  IMPERSONATION: { label: 'Pretending to be somebody else', topic: 'impersonation' },
  SEXUAL: { label: 'Unwanted sexual content', topic: 'sexual content' },
  CHILD_SAFETY: { label: 'Danger to a child', topic: 'child safety' },
  PRIVATE_PICTURES: {
    label: 'Private pictures without permission',
    topic: 'private pictures',
  },
  OFF_PLATFORM_PAYMENT: { label: 'Asking for payment elsewhere', topic: 'outside payment' },
  OTHER: { label: 'Something else', topic: 'a problem' },
};

/** How many messages before the reported one support gets. */
export const REPORTED_BEFORE = 10;

export const EXPLANATION_MAX = 1_000;

/** What the reporting person adds in their own words; may be empty. */
export const chatReportExplanation = z
  .string()
  .check(
    z.overwrite(oneLine),
    z.maxLength(EXPLANATION_MAX, `The explanation can have at most 1,000 characters`),
  );
