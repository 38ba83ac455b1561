import * as z from 'zod/mini';
import type { ReportReason } from '../conversations/report-reasons.ts';
import { readable } from '../text/readable-text.ts';
import { visible } from '../text.ts';
import type { Harm } from './cases.ts';

/* Reports of content and people to the staff. docs/product/desk.md#reports */

/** What a person can report. The API names the messages of chats separately, because they are found by their time. */
export const REPORT_SUBJECTS = ['PROFILE', 'LINK', 'MESSAGE', 'CHAT', 'CHAT_MESSAGE'] as const;

/**
 * The reasons of a report: those of a paid message, and OTHER. NOT_ME and IGNORE are left out: they only return a pending message.
 */
export type ContentReportReason = Exclude<ReportReason, 'NOT_ME' | 'IGNORE'> | 'OTHER';

/** How urgent a report with each reason is. 3: somebody may be in danger. 2: somebody is harmed now. 1: everything else. */
export const HARM_OF_REASON: Readonly<Record<ContentReportReason, Harm>> = {
  CHILD_SAFETY: 3,
  THREAT: 3,
  SUICIDE_SELFINJURY: 3,
  VIOLENCE_DANGEROUS: 2,
  DANGEROUS_ADVICE: 2,
  PRIVATE_PICTURES: 2,
  BULLYING_HARASSMENT: 2,
  HATE_SPEECH: 2,
  NUDITY_SEXUAL: 2,
  IMPERSONATION: 2,
  SCAM_FRAUD: 2,
  OFF_PLATFORM_PAYMENT: 1,
  SPAM_PHISHING: 1,
  OTHER: 1,
};

/** Whether a report with this reason says that somebody may be in danger. */
export const isDangerReason = (reason: string | undefined): boolean =>
  reason !== undefined && HARM_OF_REASON[reason as ContentReportReason] === 3;

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
export const APPEAL_TEXT_MAX = 2_000;

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
