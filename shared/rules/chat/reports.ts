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

export const EXPLANATION_MAX = 1_000;

/** What the reporting person adds in their own words; may be empty. */
export const chatReportExplanation = z
  .string()
  .check(
    z.overwrite(oneLine),
    z.maxLength(EXPLANATION_MAX, `The explanation can have at most 1,000 characters`),
  );
