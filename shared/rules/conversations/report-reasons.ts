/* The reasons for which a recipient reports a pending message. docs/product/conversations.md#reporting */

export const REPORT_REASONS = [
  'NOT_ME',
  'IGNORE',
  'SUICIDE_SELFINJURY',
  'SPAM_PHISHING',
  'NUDITY_SEXUAL',
  'HATE_SPEECH',
  'SCAM_FRAUD',
  'VIOLENCE_DANGEROUS',
  'BULLYING_HARASSMENT',
  'IMPERSONATION',
  'THREAT',
  'CHILD_SAFETY',
  'PRIVATE_PICTURES',
  'OFF_PLATFORM_PAYMENT',
  'DANGEROUS_ADVICE',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
