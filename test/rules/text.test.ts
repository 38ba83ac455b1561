import { describe, expect, test } from '@jest/globals';
import { oneLine, truncate, visible } from '../../shared/rules/text.ts';

describe('invisible characters', () => {
  test('are removed from a text, also after an emoji', () => {
    for (const sign of ['\u200b', '\u202e', '\u2066', '\u2069', '\u00ad', '\u3164', '\ufeff'])
      for (const before of ['', 'a', '😀', '👍🏽', '❤\ufe0f', '©', '👩\u200d'])
        expect(visible(`${before}${sign}b`)).not.toContain(sign);
  });

  test('that join an emoji are kept', () => {
    for (const emoji of ['👩🏽‍🚀', '❤️‍🔥', '👨‍👩‍👧‍👦', '☺️', '👍🏽'])
      expect(visible(`a ${emoji} b`)).toBe(`a ${emoji} b`);
  });

  test('that break a line become one space', () => {
    expect(oneLine(' Ada\u0000\u2028Grace\r\n\tL \u202e')).toBe('Ada Grace L');
  });
});

test('a truncated text never ends within a character', () => {
  expect(truncate('ab😀', 3)).toBe('ab');
  expect(truncate('ab😀', 4)).toBe('ab😀');
  expect(truncate('abc', 2)).toBe('ab');
});
