import * as z from 'zod/mini';
import { oneLine } from '../text.ts';

/* What staff decide and write at the desk. docs/product/desk.md#decisions */

export const REASON_MIN = 5;
export const REASON_MAX = 200;

/** Why a member of staff does something or looks at private content: one line, which the audit keeps. */
export const deskReason = z
  .string('Please write a reason')
  .check(
    z.overwrite(oneLine),
    z.minLength(REASON_MIN, `The reason needs at least ${REASON_MIN} characters`),
    z.maxLength(REASON_MAX, `The reason can have at most ${REASON_MAX} characters`),
  );

export const NOTE_MAX = 2_000;

/** A note of a member of staff in a case. */
export const deskNote = z
  .string('Please write a note')
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(NOTE_MAX, 'A note can have at most 2,000 characters'),
  );

/** What an upheld report leads to. */
export const REPORT_DEEDS = ['WARNED', 'CONTENT_REMOVED', 'ACCOUNT_BLOCKED'] as const;
export type ReportDeed = (typeof REPORT_DEEDS)[number];

/** The content that staff can remove: the reported link or chat message, or the biography or portrait of the person. */
export const REMOVABLE = ['LINK', 'MESSAGE', 'BIO', 'PICTURE'] as const;
export type Removable = (typeof REMOVABLE)[number];
