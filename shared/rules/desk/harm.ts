import type { ReportReason } from '../conversations/report-reasons.ts';
import type { Harm } from './cases.ts';

/* How urgent reports are, by their reason. docs/product/desk.md#reports */

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

/** How urgent a report with any reason is, also of one that needs no member of staff. */
export const harmOfReason = (reason: string | undefined): Harm =>
  (reason !== undefined && HARM_OF_REASON[reason as ContentReportReason]) || 1;

/** Whether a report with this reason says that somebody may be in danger. */
export const isDangerReason = (reason: string | undefined): boolean => harmOfReason(reason) === 3;
