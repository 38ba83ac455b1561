import * as z from 'zod';
import { oneLine, visible } from '../text.ts';

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
