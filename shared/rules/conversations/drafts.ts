import * as z from 'zod';
import { DAY, type Instant, later, toSeconds } from '../../time.ts';
import { oneLine } from '../text.ts';
import { MESSAGE_HTML_MAX, plainText, SUBJECT_MAX } from './messages.ts';

/* A message that somebody writes and has not sent: one per sender and recipient, kept on the server. */

/** A draft is kept this long (ms) after its last change. */
export const DRAFT_TIME = 30 * DAY;

/** A subject in the making: any length up to that of a sent one. */
export const draftSubject = z
  .string('Please send the subject, even if it is empty')
  .overwrite(oneLine)
  .max(SUBJECT_MAX, 'Subject can have at most 50 characters');

/** A message in the making: HTML of any length that could be sent. */
export const draftText = z
  .string('Please send the message, even if it is empty')
  .max(MESSAGE_HTML_MAX, 'This message is too long');

export type DraftWords = { readonly subject: string; readonly text: string };

/** Whether nothing is written yet: neither a subject nor a word of text. */
export function isEmptyDraft({ subject, text }: DraftWords): boolean {
  return oneLine(subject) === '' && plainText(text) === '';
}

/** When a draft that is saved now expires, in epoch seconds. */
export function draftExpiry(now: Instant): number {
  return toSeconds(later(now, DRAFT_TIME));
}
