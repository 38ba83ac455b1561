import * as z from 'zod/mini';
import { formatCount } from '../../format-count.ts';
import { hasVisibleText, readable, readableColumns, readableError } from '../text/readable-text.ts';
import { oneLine, visible } from '../text.ts';

export const SUBJECT_MIN = 5;
export const SUBJECT_MAX = 50;
export const MESSAGE_MIN = 100;
/** The fewest characters of a paid message beside a recording. */
export const SPOKEN_MESSAGE_MIN = 50;
export const PAID_RESPONSE_MIN = 200;
/** The most characters of a message's HTML: far above any letter, far below the 400 KB of a DynamoDB item. */
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
 * The visible text of a message: without tags and invisible characters, with entities decoded and white space collapsed. The
 * length limits apply to it.
 */
export function plainText(html: string): string {
  return visible(decoded(withoutTags(html)))
    .replace(/\s+/g, ' ')
    .trim();
}

/** HTML without tags as text: its entities are the signs that they stand for. */
export const decoded = (html: string): string =>
  html
    .replace(/&nbsp;|&#160;/gi, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&quot;/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
    .replace(/&amp;/gi, '&');

const MESSAGE_TOO_LONG = 'This text is too long';

export const subject = z
  .string('Enter a subject line')
  .check(
    z.overwrite(oneLine),
    z.minLength(1),
    readable(SUBJECT_MIN, 'Subject must be at least 5 characters', readableColumns),
    z.maxLength(SUBJECT_MAX, 'Subject can have at most 50 characters'),
  );

/** The schema of HTML that may be empty. */
export const messageHtml = z
  .string('Please enter a message')
  .check(z.maxLength(MESSAGE_HTML_MAX, MESSAGE_TOO_LONG));

const html = (missing: string) =>
  z.string(missing).check(
    z.maxLength(MESSAGE_HTML_MAX, MESSAGE_TOO_LONG),
    z.refine((text) => hasVisibleText(plainText(text)), missing),
  );

/**
 * Requires `minimum` characters of text that can be read, together with those of `beside`. A text that shows nothing is
 * refused before, with its own message.
 */
export const atLeast =
  (minimum: number, sentence: string, beside = '') =>
  (context: z.core.ParsePayload<string>) => {
    const text = plainText(context.value);
    if (!hasVisibleText(text) && beside === '') return;
    // A control character between the two keeps them apart and counts as nothing.
    const message = readableError(`${text}\0${beside}`, minimum, sentence);
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  };

/** The schema of a paid message: at least 100 characters of text. */
export const firstMessage = html('Enter a message').check(
  atLeast(MESSAGE_MIN, 'Message must be at least 100 characters'),
);

/** The schema of a free reply: any text that shows something, if only a question mark. */
export const reply = html('Please enter a message');

/** The schema of a paid response of at least `minimum` characters of text. */
export const paidResponseOf = (minimum: number) =>
  reply.check(atLeast(minimum, `Your reply must be at least ${formatCount(minimum)} characters`));

/** The schema of the paid response: at least 200 characters of text. */
export const paidResponse = paidResponseOf(PAID_RESPONSE_MIN);

export const CLARIFICATION_MIN = 20;
export const CLARIFICATION_MAX = 2_000;

/** The schema of the recipient's clarifying question and of the sender's reply to it: 20 to 2,000 characters of text. */
export const clarificationText = reply.check(
  atLeast(CLARIFICATION_MIN, `Please write at least ${CLARIFICATION_MIN} characters`),
  z.refine(
    (text) => plainText(text).length <= CLARIFICATION_MAX,
    'Please keep this under 2,000 characters',
  ),
);

/** The most characters of a note with a decline. */
export const NOTE_MAX = 500;

/** Normalizes a short plain text: removes control characters, and collapses several empty lines into one. */
export function normalizePlainText(text: string): string {
  return visible(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The schema of the recipient's note to the sender with a decline. */
export const declineNote = z
  .string()
  .check(
    z.overwrite(normalizePlainText),
    z.maxLength(NOTE_MAX, `Please keep your note under ${NOTE_MAX} characters`),
  );

/** The sender's or recipient's comment on a cancellation or report, for the support team. */
export const additionalInformation = z.optional(
  z.string().check(z.trim(), z.maxLength(2_000, 'Please keep this under 2,000 characters')),
);
