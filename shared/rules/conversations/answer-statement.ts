import { type Instant, toIso } from '../../time.ts';
import { plainText } from './messages.ts';
import type { Declaration, RecordingText, WritingCounts } from './written-by.ts';

/*
 * What is hashed of an answer, so that everybody who has its text can check it. Each hash is SHA-256 of UTF-8, written in
 * base64url without padding. docs/product/conversations.md#what-is-hashed
 */

/** An answer as its hash covers it. */
export type HashedAnswer = {
  /** The random id of the page that checks it. */
  readonly verificationId: string;
  readonly authorId: string;
  readonly sentAt: Instant;
  readonly declaration?: Declaration | undefined;
  readonly counts?: WritingCounts | undefined;
  /** What the text is of the recording; absent without one. */
  readonly recordingText?: RecordingText | undefined;
  readonly letterHash: string;
  readonly textHash: string;
  /** The SHA-256 of each of its attachments, in base64url, in the order in which they are shown; absent without any. */
  readonly files?: readonly string[] | undefined;
};

/**
 * The statement about an answer, whose hash is the hash of the answer and the challenge of its signature. Everything in it is
 * on the page that checks the answer.
 */
export function answerStatement(answer: HashedAnswer): string {
  const { declaration = 'none', counts, recordingText, files = [] } = answer;
  return [
    'ReplyPaid answer, version 1',
    `verification: ${answer.verificationId}`,
    `author: ${answer.authorId}`,
    `sent: ${toIso(answer.sentAt)}`,
    `declaration: ${declaration}`,
    `typed: ${counts?.typed ?? 'none'}`,
    `pasted: ${counts?.pasted ?? 'none'}`,
    `minutes: ${counts?.minutes ?? 'none'}`,
    // Answers without a recording or files have the statement that they always had.
    ...(recordingText ? [`text of the recording: ${recordingText}`] : []),
    `letter: ${answer.letterHash}`,
    `text: ${answer.textHash}`,
    ...files.map((hash) => `file: ${hash}`),
  ].join('\n');
}

/** What the letter hash covers: the message as it is stored, and which one it is. */
export const hashedLetter = (conversationId: string, messageId: string, html: string): string =>
  [conversationId, messageId, html].join('\n');

/**
 * What the text hash covers: the visible text, as somebody copies it. The random id makes the hashes of two letters with the
 * same text different, and a hash that was computed before useless.
 */
export const hashedText = (verificationId: string, text: string): string =>
  [verificationId, text].join('\n');

/** The visible text of an answer in the form that is hashed. */
export const textOfHtml = (html: string): string =>
  withoutInvisible(plainText(html)).normalize('NFC');

/**
 * Invisible characters. Those that join an emoji are in the group together with it, and stay. Programs lose joiners of letters
 * when a text is copied, so the hash covers none of them. Without a lookbehind, which Safari before 16.4 rejects together with the
 * whole file.
 */
const INVISIBLE =
  /((?:\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})[\u200D\uFE0F])|\p{Default_Ignorable_Code_Point}/gu;

const withoutInvisible = (text: string) => text.replace(INVISIBLE, '$1');

/** A number or bullet at the beginning of a line, which some browsers copy with a list. */
const LIST_MARK = /^[^\S\r\n]*(?:[*•◦▪‣-]|\d{1,3}[.)])[^\S\r\n]+/gm;

/**
 * A pasted text in the forms in which it may have been hashed: as it is, and without the marks of lists. Line ends and runs of
 * white space do not matter.
 */
export function textsOfPasted(pasted: string): string[] {
  return [...new Set([pasted, pasted.replace(LIST_MARK, '')].map(normalized))];
}

const normalized = (text: string) =>
  withoutInvisible(text).replace(/\s+/g, ' ').trim().normalize('NFC');
