import { MINUTE } from '../../time.ts';
import { COUNTED_CHARACTERS_MAX, COUNTED_MINUTES_MAX, type WritingCounts } from './written-by.ts';

/*
 * Counts how an answer is written in the editor: numbers only, never keys or texts. docs/product/conversations.md#written-by
 */

/** The counts so far, and what the next input needs. Stored on the device beside the draft. */
export type Writing = WritingCounts & {
  /** The last minute that was counted, since the epoch. */
  readonly minute: number;
  /** The characters that the last input pasted: undoing it takes them back. */
  readonly undoable?: number | undefined;
  /** The pasted characters that the last input took back: redoing it adds them again. */
  readonly redoable?: number | undefined;
};

export const NOTHING_WRITTEN: Writing = { typed: 0, pasted: 0, minutes: 0, minute: 0 };

/** One input of the editor. `inputType`: as in https://w3c.github.io/input-events/#interface-InputEvent-Attributes */
export type WritingInput = {
  readonly inputType: string;
  /** The number of characters that it inserted, and that it removed. */
  readonly inserted: number;
  readonly removed: number;
  /** Epoch milliseconds. */
  readonly at: number;
};

/**
 * More characters than this at once are not typed, whatever the browser calls them: some keyboards insert the clipboard as if
 * it was typed, and some programs a whole text as a correction.
 */
export const TYPED_AT_ONCE_MAX = 100;

const PASTES = ['insertFromPaste', 'insertFromDrop', 'insertFromYank'];
/** Corrections of the last word, and compositions of a character or word, replace what was typed before. */
const REPLACEMENTS = ['insertReplacementText', 'insertCompositionText', 'insertFromComposition'];
/** Dictated text arrives in whole sentences. */
const DICTATION = 'insertDictationResult';

/** Returns the counts after an input. An input that inserts nothing counts only for the minutes. */
export function countInput(writing: Writing, input: WritingInput): Writing {
  const { undoable, redoable, ...before } = countMinute(writing, input.at);
  switch (input.inputType) {
    case 'historyUndo':
      return undoable ? { ...before, ...pastedBy(before, -undoable), redoable: undoable } : before;
    case 'historyRedo':
      return redoable ? { ...before, ...pastedBy(before, redoable), undoable: redoable } : before;
  }
  if (isPasted(input))
    return { ...before, ...pastedBy(before, input.inserted), undoable: input.inserted };
  return { ...before, typed: capped(before.typed + typedCharacters(input)) };
}

/** The counts to send; undefined if nothing was counted. */
export function countsOf({ typed, pasted, minutes }: Writing): WritingCounts | undefined {
  return minutes === 0 ? undefined : { typed, pasted, minutes };
}

function isPasted({ inputType, inserted }: WritingInput): boolean {
  if (PASTES.includes(inputType)) return true;
  return inserted > TYPED_AT_ONCE_MAX && inputType !== DICTATION;
}

const typedCharacters = ({ inputType, inserted, removed }: WritingInput) =>
  REPLACEMENTS.includes(inputType) ? Math.max(0, inserted - removed) : inserted;

function countMinute(writing: Writing, at: number): Writing {
  const minute = Math.floor(at / MINUTE);
  if (minute <= writing.minute) return writing;
  return { ...writing, minute, minutes: Math.min(writing.minutes + 1, COUNTED_MINUTES_MAX) };
}

const pastedBy = ({ pasted }: WritingCounts, by: number) => ({
  pasted: capped(Math.max(0, pasted + by)),
});

const capped = (characters: number) => Math.min(characters, COUNTED_CHARACTERS_MAX);

/** The counts as text for the storage of the device. What can be undone is left out: a reload ends the history of the editor. */
export const storedWriting = ({ typed, pasted, minutes, minute }: Writing): string =>
  [typed, pasted, minutes, minute].join(' ');

/** The stored counts; undefined if there are none or they are damaged. */
export function readWriting(text: string): Writing | undefined {
  if (!/^\d{1,9}( \d{1,9}){3}$/.test(text)) return undefined;
  const [typed = 0, pasted = 0, minutes = 0, minute = 0] = text.split(' ').map(Number);
  return { typed, pasted, minutes, minute };
}
