import * as z from 'zod/mini';
import { oneLine } from '../text.ts';
import { hasCaseNumber, hasControlCharacter, hasWords } from './reasons.ts';

/* What staff decide and write at the desk. docs/product/desk.md#decisions */

export const REASON_MAX = 200;

const UNREADABLE = 'Please remove the characters that no one can read';
const NO_REASON = 'Please write at least three words, or the number of the case';

const readable = z.refine<string>((text) => !hasControlCharacter(text), UNREADABLE);

/** Why somebody does something or looks at private content: one line, which the audit keeps. */
export const deskReason = z.string('Please write a reason').check(
  readable,
  z.overwrite(oneLine),
  z.minLength(1, 'Please write a reason'),
  z.maxLength(REASON_MAX, `The reason can have at most ${REASON_MAX} characters`),
  z.refine((text) => hasWords(text) || hasCaseNumber(text), NO_REASON),
);

export const NOTE_MAX = 2_000;

/** A note of a member of staff in a case. */
export const deskNote = z
  .string('Please write a note')
  .check(
    readable,
    z.trim(),
    z.minLength(1),
    z.maxLength(NOTE_MAX, 'A note can have at most 2,000 characters'),
  );

/** The shortest part of a name that a statement may not contain: shorter ones are words too. */
const NAME_MIN = 3;

/**
 * The part of a person's name that a text contains, as a word of its own: the username, the full name, or one of its words as it is
 * written. Undefined if the text does not name the person.
 */
export function nameIn(
  text: string,
  { fullName, username }: { readonly fullName: string; readonly username: string },
): string | undefined {
  const isWord = (part: string, within: string) =>
    within.split(/[^\p{L}\p{M}\p{N}_.'’-]+/u).some((word) => trimmed(word) === part);
  const lower = text.toLowerCase();
  if (lower.includes(fullName.toLowerCase())) return fullName;
  if (isWord(username.toLowerCase(), lower)) return username;
  return fullName.split(' ').find((part) => part.length >= NAME_MIN && isWord(part, text));
}

/** A word without the marks around it, and without the ending of a possessive. */
const trimmed = (word: string) => word.replace(/^[.'’-]+|[.'’-]+$/g, '').replace(/['’]s$/, '');

/** What an upheld report leads to. */
export const REPORT_DEEDS = ['WARNED', 'CONTENT_REMOVED', 'ACCOUNT_BLOCKED'] as const;
export type ReportDeed = (typeof REPORT_DEEDS)[number];

/**
 * The content that staff can remove: the reported public answer, link, chat message or thank-you, or the biography or portrait of the
 * person.
 */
export const REMOVABLE = ['PUBLIC_ANSWER', 'LINK', 'MESSAGE', 'THANKS', 'BIO', 'PICTURE'] as const;
export type Removable = (typeof REMOVABLE)[number];
