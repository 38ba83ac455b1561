import { plainText } from '#shared/rules/conversations/messages.ts';
import type { CaseQuote } from '#shared/rules/desk/cases.ts';
import { truncateAtWord } from '#shared/rules/text.ts';
import type { Instant } from '#shared/time.ts';
import type { Message } from '../storage/conversations/messages.ts';

/* Quotes in the case of a report: plain text that says what the content was. docs/product/desk.md#reports */

/** The most characters of a quote, and of each message before the reported one. */
export const QUOTE_MAX = 3_000;
export const BEFORE_MAX = 500;

/** A quote, cut at a word. */
export const quote = (
  userId: string,
  at: Instant,
  text: string,
  max: number = QUOTE_MAX,
): CaseQuote => ({ userId, at, text: truncateAtWord(text, max) });

/** A quote of a message of a conversation. */
export const letterQuote = ({ senderId, sentAt, body }: Message, max: number): CaseQuote =>
  quote(senderId, sentAt, plainText(body), max);
