import { invalidInput } from '../../shared/refusals.ts';
import type { Declaration } from '../../shared/rules/conversations/written-by.ts';
import type { WritingClaim } from './answer-hash.ts';

type WritingInput = {
  readonly declaration?: Declaration | undefined;
  readonly typedCharacters?: number | undefined;
  readonly pastedCharacters?: number | undefined;
  readonly writingMinutes?: number | undefined;
};

/** What the author says about how they wrote. The browser sends all three counts or none. */
export function writingClaimIn(input: WritingInput): WritingClaim {
  const { declaration, typedCharacters: typed, pastedCharacters: pasted } = input;
  const { writingMinutes: minutes } = input;
  if (typed === undefined && pasted === undefined && minutes === undefined) return { declaration };
  if (typed !== undefined && pasted !== undefined && minutes !== undefined)
    return { declaration, counts: { typed, pasted, minutes } };
  throw invalidInput({
    typedCharacters: 'typedCharacters, pastedCharacters and writingMinutes come together',
  });
}
