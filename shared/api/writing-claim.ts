import * as z from 'zod/mini';
import { CONVERSATION_CHOICES } from '../rules/conversations/conversations.ts';
import {
  COUNTED_CHARACTERS_MAX,
  COUNTED_MINUTES_MAX,
  DECLARATIONS,
  NO_RECORDING_TEXT,
  RECORDING_TEXTS,
} from '../rules/conversations/written-by.ts';
import { wholeNumber } from '../wire.ts';

/* Input fields of a paid answer beside its text, for the answer and for its draft. */

export const conversationStatus = z.enum(
  CONVERSATION_CHOICES,
  'Please choose whether the conversation stays open',
);

const count = (name: string, max: number) => {
  const sentence = `${name} must be a whole number from 0 to ${max}`;
  return z.optional(
    wholeNumber(sentence).check(z.refine((number) => number >= 0 && number <= max, sentence)),
  );
};

/**
 * The fields in which the author of a paid answer says how they wrote it. Optional, because pages that were opened before send
 * none; the three counts come together. docs/product/conversations.md#written-by
 */
export const writingClaim = {
  declaration: z.optional(z.enum(DECLARATIONS, 'Please say who wrote this answer')),
  typedCharacters: count('typedCharacters', COUNTED_CHARACTERS_MAX),
  pastedCharacters: count('pastedCharacters', COUNTED_CHARACTERS_MAX),
  writingMinutes: count('writingMinutes', COUNTED_MINUTES_MAX),
  /** Only beside a recording, and required there: what the text is of what is said. */
  recordingText: z.optional(z.enum(RECORDING_TEXTS, NO_RECORDING_TEXT)),
};
