import {
  CANCEL_REASONS,
  type CancelReason,
  isRefundedReport,
  REPORT_REASONS,
  type ReportReason,
} from '../../../../shared/rules/conversations/conversations.ts';

/* The labels of reasons, in the order of the forms. docs/product/conversations.md#reporting */

const REPORT_WORDS: Record<ReportReason, { readonly label: string; readonly hint: string }> = {
  NOT_ME: { label: 'Not meant for me', hint: 'They seem to have mistaken me for somebody else.' },
  IGNORE: { label: 'I would rather not answer', hint: 'Nothing is wrong with the message.' },
  SUICIDE_SELFINJURY: {
    label: 'Somebody may be in danger',
    hint: 'It speaks of suicide or of hurting oneself.',
  },
  SPAM_PHISHING: { label: 'Spam or phishing', hint: 'Advertising, or a trap for passwords.' },
  NUDITY_SEXUAL: { label: 'Nudity or sexual content', hint: 'Unwanted sexual words or pictures.' },
  HATE_SPEECH: { label: 'Hate speech', hint: 'It attacks people for who they are.' },
  SCAM_FRAUD: { label: 'Scam or fraud', hint: 'It tries to get money or goods by a lie.' },
  VIOLENCE_DANGEROUS: { label: 'Violence or danger', hint: 'Threats, or a call to harm others.' },
  BULLYING_HARASSMENT: { label: 'Bullying or harassment', hint: 'It insults or follows somebody.' },
};

const CANCEL_WORDS: Record<CancelReason, string> = {
  MISTAKE: 'I sent it by mistake',
  CHANGED_MIND: 'I changed my mind',
};

export const reportReasons = REPORT_REASONS.map((value) => ({
  value,
  ...REPORT_WORDS[value],
  givesBack: isRefundedReport(value),
}));

export const cancelReasons = CANCEL_REASONS.map((value) => ({ value, label: CANCEL_WORDS[value] }));
