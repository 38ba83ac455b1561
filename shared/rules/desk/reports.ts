import * as z from 'zod/mini';
import { readable } from '../text/readable-text.ts';
import { visible } from '../text.ts';
import { type ContentReportReason, HARM_OF_REASON } from './harm.ts';

/* Reports of content and people to the staff. docs/product/desk.md#reports */

/** What a person can report. The API names the messages of chats separately, because they are found by their time. */
export const REPORT_SUBJECTS = [
  'PROFILE',
  'LINK',
  'MESSAGE',
  'THANKS',
  'CHAT',
  'CHAT_MESSAGE',
] as const;

export const CONTENT_REPORT_REASONS = Object.keys(HARM_OF_REASON) as [
  ContentReportReason,
  ...ContentReportReason[],
];

/** The reasons with which the emergency number is shown, because staff are not as fast. */
export const EMERGENCY_REASONS: readonly string[] = ['THREAT', 'CHILD_SAFETY'];

/** How many messages before the reported one the case quotes. */
export const REPORTED_BEFORE = 10;

export const REPORT_TEXT_MAX = 2_000;
export const APPEAL_TEXT_MIN = 20;
const APPEAL_TEXT_MAX = 2_000;

/** What the reporting person adds in their own words; may be empty. */
export const reportText = z
  .string()
  .check(
    z.overwrite(visible),
    z.trim(),
    z.maxLength(REPORT_TEXT_MAX, 'Please keep this under 2,000 characters'),
  );

/** What a person writes against a decision. */
export const appealText = z
  .string('Please say why you disagree')
  .check(
    z.overwrite(visible),
    z.trim(),
    readable(APPEAL_TEXT_MIN, 'Please write at least 20 characters'),
    z.maxLength(APPEAL_TEXT_MAX, 'Please keep this under 2,000 characters'),
  );
