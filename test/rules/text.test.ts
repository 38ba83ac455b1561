import { describe, expect, test } from '@jest/globals';
import { oneLine, truncate, truncateAtWord, visible } from '../../shared/rules/text.ts';
import { formatWait } from '../../shared/rules/waits.ts';
import { isSigned } from '../../shared/rules/webhook-deliveries.ts';

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

test.each([
  ['one two three', 13, 'one two three'],
  ['one two three', 12, 'one two…'],
  ['one two three', 7, 'one…'],
  ['one, – two', 9, 'one…'],
  ['one  two', 7, 'one…'],
  ['one two ', 7, 'one…'],
  ['abcdef', 5, 'abcd…'],
  ['👍🏽👍🏽', 3, '👍🏽…'],
])('the text %j cut to %d characters at the end of a word is %j', (text, max, cut) =>
  expect(truncateAtWord(text, max)).toBe(cut),
);

test.each([
  [1, '1 second'],
  [40, '40 seconds'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [121, '3 minutes'],
  [5_399, '90 minutes'],
  [5_400, '2 hours'],
  [7_201, '3 hours'],
])('a wait of %d seconds is %s', (seconds, text) => expect(formatWait(seconds)).toBe(text));

describe('a webhook delivery', () => {
  const HASH = '0123456789abcdef'.repeat(4);
  test.each([
    [`t=1,v1=${HASH}`, true],
    [`t=123456789012345,v1=${HASH},v0=x`, true],
    [`t=1,v0=x,v1=${HASH}`, true],
    [`t=1,${'x'.repeat(500)},v1=${HASH}`, true],
    [`t=1,${'x'.repeat(501)},v1=${HASH}`, false],
    [`t=1234567890123456,v1=${HASH}`, false],
    [`t=,v1=${HASH}`, false],
    [`xt=1,v1=${HASH}`, false],
    [`t=1,v1=${HASH.slice(1)}`, false],
    [`t=1,v1=${HASH}0`, false],
    ['', false],
    [undefined, false],
  ])('with the signature %s could be one of Stripe: %s', (header, signed) =>
    expect(isSigned(header)).toBe(signed),
  );
});
