import { describe, expect, test } from '@jest/globals';
import {
  countInput,
  countsOf,
  NOTHING_WRITTEN,
  readWriting,
  storedWriting,
  TYPED_AT_ONCE_MAX,
  type Writing,
  type WritingInput,
} from '#shared/rules/conversations/writing-counts.ts';
import { COUNTED_CHARACTERS_MAX, canBeSigned } from '#shared/rules/conversations/written-by.ts';
import { HOUR, instant, later, MINUTE } from '#shared/time.ts';

const START = Date.UTC(2026, 10, 24, 9);
const input = (inputType: string, inserted: number, more: Partial<WritingInput> = {}) => ({
  inputType,
  inserted,
  removed: 0,
  at: START,
  ...more,
});
const writingAfter = (...inputs: readonly WritingInput[]): Writing =>
  inputs.reduce(countInput, NOTHING_WRITTEN);
const counts = (...inputs: readonly WritingInput[]) => {
  const { typed, pasted } = writingAfter(...inputs);
  return { typed, pasted };
};

describe('the characters of an answer', () => {
  test('are typed when they are inserted as text', () => {
    expect(counts(input('insertText', 1), input('insertText', 1))).toEqual({ typed: 2, pasted: 0 });
  });

  test.each(['insertFromPaste', 'insertFromDrop', 'insertFromYank'])(
    'count as pasted when they come by %s',
    (inputType) => {
      expect(counts(input(inputType, 3))).toEqual({ typed: 0, pasted: 3 });
    },
  );

  test('count as typed when they are dictated, however many come at once', () => {
    expect(counts(input('insertDictationResult', 400))).toEqual({ typed: 400, pasted: 0 });
  });

  test.each(['insertText', 'insertReplacementText', 'insertCompositionText'])(
    'count as pasted when %s inserts more at once than anybody types',
    (inputType) => {
      const most = input(inputType, TYPED_AT_ONCE_MAX);
      const tooMany = input(inputType, TYPED_AT_ONCE_MAX + 1);
      expect(counts(most)).toEqual({ typed: TYPED_AT_ONCE_MAX, pasted: 0 });
      expect(counts(tooMany)).toEqual({ typed: 0, pasted: TYPED_AT_ONCE_MAX + 1 });
    },
  );

  test('count once when a correction replaces a word', () => {
    const corrected = input('insertReplacementText', 4, { removed: 3 });
    expect(counts(input('insertText', 3), corrected)).toEqual({ typed: 4, pasted: 0 });
  });

  test('count as the composition grows, and not again when it is replaced by shorter text', () => {
    const composed = input('insertFromComposition', 1, { removed: 2 });
    expect(
      counts(input('insertCompositionText', 1), input('insertCompositionText', 1), composed),
    ).toEqual({ typed: 2, pasted: 0 });
  });

  test('count once when a composition replaces what was composed before', () => {
    const longer = input('insertCompositionText', 3, { removed: 2 });
    expect(counts(input('insertCompositionText', 2), longer)).toEqual({ typed: 3, pasted: 0 });
  });

  test('stay counted when they are deleted', () => {
    const deleted = input('deleteContentBackward', 0, { removed: 5 });
    expect(counts(input('insertText', 5), deleted)).toEqual({ typed: 5, pasted: 0 });
  });

  test('are not counted again when undo or redo brings typed text back', () => {
    expect(
      counts(
        input('insertText', 5),
        input('historyUndo', 0, { removed: 5 }),
        input('historyRedo', 5),
      ),
    ).toEqual({ typed: 5, pasted: 0 });
  });

  test('are no longer pasted when the paste is undone at once, and pasted again when it is redone', () => {
    const [paste, undo, redo] = [
      input('insertFromPaste', 80),
      input('historyUndo', 0, { removed: 80 }),
      input('historyRedo', 80),
    ];
    expect(counts(paste, undo)).toEqual({ typed: 0, pasted: 0 });
    expect(counts(paste, undo, redo)).toEqual({ typed: 0, pasted: 80 });
    expect(counts(paste, undo, redo, undo)).toEqual({ typed: 0, pasted: 0 });
  });

  test('stay pasted when something else is undone after the paste', () => {
    expect(
      counts(input('insertFromPaste', 80), input('insertText', 1), input('historyUndo', 0)),
    ).toEqual({ typed: 1, pasted: 80 });
  });

  test('are counted up to the limit of the API', () => {
    const paste = input('insertFromPaste', COUNTED_CHARACTERS_MAX);
    expect(counts(paste, paste)).toEqual({ typed: 0, pasted: COUNTED_CHARACTERS_MAX });
  });
});

describe('the minutes of an answer', () => {
  const at = (minutes: number) => input('insertText', 1, { at: START + minutes * MINUTE });

  test('are the different minutes with an input', () => {
    expect(writingAfter(at(0), at(0.5), at(1), at(90)).minutes).toBe(3);
  });

  test('include a minute in which text was only deleted', () => {
    const deleted = input('deleteContentBackward', 0, { removed: 1, at: START + 5 * MINUTE });
    expect(writingAfter(at(0), deleted).minutes).toBe(2);
  });

  test('are counted up to the 13 days that an answer can take', () => {
    const long = { ...NOTHING_WRITTEN, minutes: 13 * 24 * 60 - 1 };
    expect([at(0), at(1)].reduce(countInput, long).minutes).toBe(13 * 24 * 60);
  });

  test('are not counted twice when the clock is set back', () => {
    expect(writingAfter(at(5), at(3), at(5)).minutes).toBe(1);
  });
});

describe('the stored counts', () => {
  test('are read as they were written', () => {
    const { undoable, ...writing } = writingAfter(
      input('insertText', 12),
      input('insertFromPaste', 80),
    );
    expect(readWriting(storedWriting({ ...writing, undoable }))).toEqual(writing);
  });

  test.each(['', 'no counts', '1 2 3', '1 2 3 4 5', '-1 2 3 4', '1.5 2 3 4'])(
    '%j are damaged, and are not read',
    (text) => {
      expect(readWriting(text)).toBeUndefined();
    },
  );

  test('are not sent before anything was written', () => {
    expect(countsOf(NOTHING_WRITTEN)).toBeUndefined();
    expect(countsOf(writingAfter(input('insertText', 2)))).toEqual({
      typed: 2,
      pasted: 0,
      minutes: 1,
    });
  });
});

test('an answer can be signed for 24 hours after it was sent', () => {
  const sentAt = instant(START);
  expect(canBeSigned(sentAt, later(sentAt, 24 * HOUR - 1))).toBe(true);
  expect(canBeSigned(sentAt, later(sentAt, 24 * HOUR))).toBe(false);
});
