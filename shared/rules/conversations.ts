import * as z from 'zod';
import { Refusal } from '../refusals.ts';
import { DAY, HOUR, type Instant, later, MINUTE } from '../time.ts';
import { oneLine, visible } from './text.ts';

/* The life of a conversation: who may do what in which status. docs/product/conversations.md#transitions */

/** What people see. A conversation whose payment is not settled yet (`PAYING`) is nobody's to see. */
export const STATUSES = [
  'PENDING',
  'OPEN',
  'INVITED',
  'COMPLETED',
  'EXPIRED',
  'REPORTED',
  'DECLINED',
  'CANCELLED',
] as const;
export type ConversationStatus = (typeof STATUSES)[number];

export const MONEY_STATES = ['HELD', 'CHARGED', 'RELEASED', 'REFUNDED', 'IN_REVIEW'] as const;
/** Where the sender's money is: on hold, taken, let go, on its way back, or kept while a report is looked at. */
export type MoneyState = (typeof MONEY_STATES)[number];

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
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const CANCEL_REASONS = ['MISTAKE', 'CHANGED_MIND'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Reports of these reasons give the money back at once; all others take it to review. */
export function reportGivesBack(reason: ReportReason): boolean {
  return reason === 'NOT_ME' || reason === 'IGNORE' || reason === 'SUICIDE_SELFINJURY';
}

export type Side = 'sender' | 'recipient';
export type ConversationAction =
  | 'answer'
  | 'reply'
  | 'close'
  | 'cancel'
  | 'decline'
  | 'report'
  | 'invite'
  | 'expire';

const OPEN_STATUSES: readonly ConversationStatus[] = ['OPEN', 'INVITED'];
const PENDING_ONLY: readonly ConversationStatus[] = ['PENDING'];

/** action → who may do it, and from which statuses. Nobody does what the schedule does. */
export const ACTIONS: Record<
  ConversationAction,
  { readonly by: readonly Side[]; readonly from: readonly ConversationStatus[] }
> = {
  answer: { by: ['recipient'], from: PENDING_ONLY },
  reply: { by: ['sender', 'recipient'], from: OPEN_STATUSES },
  close: { by: ['recipient'], from: OPEN_STATUSES },
  cancel: { by: ['sender'], from: PENDING_ONLY },
  decline: { by: ['recipient'], from: PENDING_ONLY },
  report: { by: ['recipient'], from: PENDING_ONLY },
  invite: { by: ['sender', 'recipient'], from: OPEN_STATUSES },
  expire: { by: [], from: PENDING_ONLY },
};

/** Whether a side may act now. The server enforces it by the same table in the condition of its write. */
export function may(side: Side, action: ConversationAction, status: ConversationStatus): boolean {
  const rule = ACTIONS[action];
  return rule.by.includes(side) && rule.from.includes(status);
}

/** Why a side may not act now, or undefined when it may: FORBIDDEN to the wrong side, WRONG_STATUS with the current one. */
export function refusalOf(
  side: Side,
  action: ConversationAction,
  status: ConversationStatus,
): Refusal | undefined {
  if (may(side, action, status)) return undefined;
  if (!ACTIONS[action].by.includes(side)) return new Refusal('FORBIDDEN');
  return new Refusal('WRONG_STATUS', { details: { inboxStatus: status } });
}

/** The recipient has ten days, to the hour. */
export const RESPONSE_TIME = 10 * DAY;
export const RESPONSE_DAYS = 10;
/** From here on a pending conversation counts as expiring soon, and the recipient is told. */
export const EXPIRING_SOON = 48 * HOUR;
/** A hold is captured this long before it would lapse. */
export const CAPTURE_MARGIN = 12 * HOUR;
/** A payment that is not settled this long after it began was interrupted: the sweep finishes it. */
export const PAYING_TIME = 2 * MINUTE;
/** How long the payment provider certainly knows a request again, an hour less than it promises. */
export const PROVIDER_KEEPS_KEYS = 23 * HOUR;
/** How long the sender may take to confirm with their bank before the order is undone. */
export const BANK_CONFIRMATION_TIME = 30 * MINUTE;

export function deadlineOf(paidAt: Instant): Instant {
  return later(paidAt, RESPONSE_TIME);
}

/**
 * What a conversation counts as for whoever wants to act: after the ten days nobody's word takes the money any more,
 * whether or not the schedule that gives it back has come by.
 */
export function statusAt(
  status: ConversationStatus,
  deadlineAt: Instant,
  now: Instant,
): ConversationStatus {
  return status === 'PENDING' && now >= deadlineAt ? 'EXPIRED' : status;
}

/** `deadlineAt` and `status` of a conversation; only pending ones expire. */
export function isExpiringSoon(status: ConversationStatus, deadlineAt: Instant, now: Instant) {
  return status === 'PENDING' && now >= deadlineAt - EXPIRING_SOON;
}

export const SUBJECT_MIN = 5;
export const SUBJECT_MAX = 50;
export const MESSAGE_MIN = 100;
export const PAID_RESPONSE_MIN = 200;
/** Characters of HTML; far above any letter, far below the 400 KB of a DynamoDB item. */
export const MESSAGE_HTML_MAX = 60_000;

/** Matches an HTML tag; the group is set for tags that end a line. */
const TAG = /<(br\b|\/(?:p|li|h[1-6]|blockquote)\b)?[^>]*>/gi;

/** Removes tags. Text after the last `>` has none: searching it for `>` from every `<` would take quadratic time. */
function withoutTags(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  const tagged = html.slice(0, end);
  return tagged.replace(TAG, (_tag, lineEnd) => (lineEnd ? ' ' : '')) + html.slice(end);
}

/**
 * The text a person reads in a message: without tags and what is invisible, entities resolved, white space folded.
 * Its length is what limits count.
 */
export function plainText(html: string): string {
  const text = withoutTags(html)
    .replace(/&nbsp;|&#160;/gi, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&quot;/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
    .replace(/&amp;/gi, '&');
  return visible(text).replace(/\s+/g, ' ').trim();
}

const MESSAGE_TOO_LONG = 'This message is too long';

export const subject = z
  .string('Enter a subject line')
  .overwrite(oneLine)
  .min(1, 'Enter a subject line')
  .min(SUBJECT_MIN, 'Subject must be at least 5 characters')
  .max(SUBJECT_MAX, 'Subject can have at most 50 characters');

const html = (missing: string) =>
  z
    .string(missing)
    .max(MESSAGE_HTML_MAX, MESSAGE_TOO_LONG)
    .refine((text) => plainText(text).length > 0, missing);

/** The message that is paid for: at least 100 characters of text. */
export const firstMessage = html('Enter a message').refine(
  (text) => plainText(text).length === 0 || plainText(text).length >= MESSAGE_MIN,
  'Message must be at least 100 characters',
);

/** A free reply: anything that is not empty. */
export const reply = html('Please enter a message');

/** The paid response: at least 200 characters of text. */
export const paidResponse = reply.refine(
  (text) => plainText(text).length === 0 || plainText(text).length >= PAID_RESPONSE_MIN,
  'Your reply must be at least 200 characters',
);

/** Characters of what may be said with a decline: a few kind sentences, no letter. */
export const NOTE_MAX = 500;

/** Plain text of a few lines: control characters go, more than one empty line becomes one. */
function fewLines(text: string): string {
  return visible(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** What the recipient says to the sender with a decline. */
export const declineNote = z
  .string()
  .overwrite(fewLines)
  .max(NOTE_MAX, `Please keep your note under ${NOTE_MAX} characters`);

/** The sender's or recipient's comment on a cancellation or report, for the support team. */
export const additionalInformation = z
  .string()
  .trim()
  .max(2_000, 'Please keep this under 2,000 characters')
  .optional();

/** What the recipient chooses with the paid response: the sender may reply for free, or the conversation is closed. */
export const CONVERSATION_CHOICES = ['OPEN', 'COMPLETED'] as const;
export type ConversationChoice = (typeof CONVERSATION_CHOICES)[number];
