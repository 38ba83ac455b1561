import * as z from 'zod/mini';
import { DAY, type Instant, later, toSeconds } from '../../time.ts';
import { hasVisibleText } from '../text/readable-text.ts';
import { oneLine } from '../text.ts';
import { MESSAGE_HTML_MAX, plainText, SUBJECT_MAX } from './messages.ts';
import { isBlank, type PromptAnswer } from './prompts.ts';

/* Drafts: unsent messages, kept on the server, one per sender and recipient. */

/** The time (ms) that a draft is kept after its last change. */
export const DRAFT_TIME = 30 * DAY;

/** The schema of a draft's subject: any length up to that of a sent one, also empty. */
export const draftSubject = z
  .string('Please send the subject, even if it is empty')
  .check(z.overwrite(oneLine), z.maxLength(SUBJECT_MAX, 'Subject can have at most 50 characters'));

/** The schema of a draft's text: HTML of any length up to that of a sent message, also empty. */
export const draftText = z
  .string('Please send the letter, even if it is empty')
  .check(z.maxLength(MESSAGE_HTML_MAX, 'This text is too long'));

export type DraftWords = {
  readonly subject: string;
  readonly text: string;
  /** The answers to the recipient's questions. */
  readonly answers?: readonly PromptAnswer[];
  /** What the sender chose to pay for: the id of a tier, or their own price. */
  readonly tier?: string;
  /** The ids of its attachments, in the order in which they are shown. */
  readonly attachments?: readonly string[];
};

/** Whether a draft has neither a subject nor visible text, nor an answer, nor an attachment. */
export function isEmptyDraft({
  subject,
  text,
  answers = [],
  attachments = [],
}: DraftWords): boolean {
  return (
    !hasVisibleText(subject) &&
    !hasVisibleText(plainText(text)) &&
    answers.every(isBlank) &&
    attachments.length === 0
  );
}

/** The schema of the choice that a draft keeps. Whether it is still offered is checked when it is paid for. */
export const draftTier = z.optional(
  z
    .string()
    .check(
      z.maxLength(32),
      z.regex(/^(own|[\da-f]{32})$/, 'Please choose one of the answers that are offered'),
    ),
);

/** When a draft that is saved now expires, in epoch seconds. */
export function draftExpiry(now: Instant): number {
  return toSeconds(later(now, DRAFT_TIME));
}
