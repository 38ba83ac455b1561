import * as z from 'zod/mini';
import { readable } from '../text/readable-text.ts';
import { normalizePlainText } from './messages.ts';

export const CLAIM_TEXT_MIN = 20;
export const CLAIM_TEXT_MAX = 2_000;

/** The schema of what the two sides write about a claim, in plain text: 20 to 2,000 characters. */
export const claimText = z
  .string('Please explain it in a few words')
  .check(
    z.overwrite(normalizePlainText),
    z.minLength(1),
    readable(CLAIM_TEXT_MIN, `Please write at least ${CLAIM_TEXT_MIN} characters`),
    z.maxLength(CLAIM_TEXT_MAX, 'Please keep this under 2,000 characters'),
  );
