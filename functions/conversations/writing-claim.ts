import { invalidInput } from '#shared/refusals.ts';
import type { Declaration, RecordingText } from '#shared/rules/conversations/written-by.ts';
import type { WritingClaim } from './answer-hash.ts';

type WritingInput = {
  readonly declaration?: Declaration | undefined;
  readonly typedCharacters?: number | undefined;
  readonly pastedCharacters?: number | undefined;
  readonly writingMinutes?: number | undefined;
  readonly recordingText?: RecordingText | undefined;
};

/**
 * The author's claim about how they wrote. Refuses some of the three counts without the others with INVALID_INPUT: a browser sends all or
 * none.
 */
export function writingClaimIn(input: WritingInput): WritingClaim {
  const { typedCharacters: typed, pastedCharacters: pasted, writingMinutes: minutes } = input;
  const { declaration, recordingText } = input;
  if (typed === undefined && pasted === undefined && minutes === undefined)
    return { declaration, recordingText };
  if (typed !== undefined && pasted !== undefined && minutes !== undefined)
    return { declaration, recordingText, counts: { typed, pasted, minutes } };
  throw invalidInput({
    typedCharacters: 'typedCharacters, pastedCharacters and writingMinutes come together',
  });
}
