import type { ReportReason } from '#shared/rules/conversations/report-reasons.ts';
import type { ContentReportReason } from '#shared/rules/desk/harm.ts';

/* The words of report reasons, everywhere. docs/product/desk.md#reports */

type Words = { readonly label: string; readonly hint: string };

export const REASON_WORDS: Readonly<Record<ReportReason | ContentReportReason, Words>> = {
  NOT_ME: { label: 'Not meant for me', hint: 'They seem to have mistaken me for someone else.' },
  IGNORE: { label: 'I would rather not answer', hint: 'Nothing is wrong with the letter.' },
  SUICIDE_SELFINJURY: {
    label: 'Suicide or self-harm',
    hint: 'Someone may be in danger.',
  },
  SPAM_PHISHING: { label: 'Spam or phishing', hint: 'Advertising, or a trap for passwords.' },
  NUDITY_SEXUAL: { label: 'Nudity or sexual content', hint: 'Unwanted sexual words or pictures.' },
  HATE_SPEECH: { label: 'Hate speech', hint: 'It attacks people for who they are.' },
  SCAM_FRAUD: { label: 'Scam or fraud', hint: 'It tries to get money or goods by a lie.' },
  VIOLENCE_DANGEROUS: { label: 'Violence', hint: 'It shows violence, or calls for it.' },
  BULLYING_HARASSMENT: { label: 'Bullying or harassment', hint: 'It insults or follows someone.' },
  IMPERSONATION: {
    label: 'Pretending to be someone else',
    hint: 'It uses the name or picture of another person or a company.',
  },
  THREAT: { label: 'Threats', hint: 'It says that someone will be hurt.' },
  CHILD_SAFETY: { label: 'Danger to a child', hint: 'It harms a child, or tries to.' },
  PRIVATE_PICTURES: {
    label: 'Private pictures without permission',
    hint: 'It shows someone who didn’t agree to it.',
  },
  OFF_PLATFORM_PAYMENT: {
    label: 'Asking for payment elsewhere',
    hint: 'It asks for money outside of this app.',
  },
  DANGEROUS_ADVICE: {
    label: 'Dangerous advice',
    hint: 'Someone who follows it could be hurt or lose a lot.',
  },
  OTHER: { label: 'Something else', hint: 'Please say what.' },
};

/** The reasons of a report in groups, in the order in which they are shown. */
export const REASON_GROUPS: readonly {
  readonly label: string;
  readonly reasons: readonly ContentReportReason[];
}[] = [
  {
    label: 'Someone is in danger',
    reasons: [
      'CHILD_SAFETY',
      'THREAT',
      'SUICIDE_SELFINJURY',
      'VIOLENCE_DANGEROUS',
      'DANGEROUS_ADVICE',
    ],
  },
  {
    label: 'It hurts people',
    reasons: ['BULLYING_HARASSMENT', 'HATE_SPEECH', 'NUDITY_SEXUAL', 'PRIVATE_PICTURES'],
  },
  {
    label: 'It deceives people',
    reasons: ['IMPERSONATION', 'SCAM_FRAUD', 'OFF_PLATFORM_PAYMENT', 'SPAM_PHISHING'],
  },
  { label: 'Another reason', reasons: ['OTHER'] },
];
