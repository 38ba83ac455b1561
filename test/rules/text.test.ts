import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { waitWords } from '#shared/dates.ts';
import { graphemes } from '#shared/rules/text/graphemes.ts';
import { oneLine, prefixOf, truncate, truncateAtWord, visible } from '#shared/rules/text.ts';
import { isSigned } from '#shared/rules/webhook-deliveries.ts';
import { textsOf } from '../support/texts-of.ts';

const PIECES = [
  'a',
  ' ',
  '\u0301',
  '\u200b',
  '\u200c',
  '\u200d',
  '\ufe0f',
  '\u20e3',
  '1',
  '\u202e',
  '\u2800',
  '👩',
  '🏽',
  '🚀',
  '🇯',
  '🇵',
  '🏴',
  '\u{e0067}',
  '\u{e0062}',
  '\u{e007f}',
  '王',
  '\u{e0100}',
  'ا',
  'ه',
  'न',
  'ा',
  '्',
  'ก',
  '\u3164',
  '\u034f',
  '\ud83d',
];

describe('visible', () => {
  test.each([
    ['Persian', 'می‌خواهم «کتاب»‌ها PDF‌ها ه‍.ق'],
    ['Urdu', 'نستعلیق‌فونٹ'],
    ['Sinhala', 'ශ්‍රී ලංකා'],
    ['Bengali', 'র‍্যাব ক্‌ষ'],
    ['Malayalam', 'അവന്‍'],
    ['Devanagari', 'क्‍ष श्‌र'],
    ['Khmer, with places for line breaks', 'សូម​អាន'],
    ['Thai, with places for line breaks', 'สวัส​ดี'],
    ['Mongolian', 'ᠮᠣᠩ᠋ᠭᠣᠯ'],
    ['a Japanese name with a variant', '葛󠄀城'],
    ['Hebrew with a grapheme joiner', 'יְרוּשָׁלַ͏ִם'],
    ['the flags of England and Scotland', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['keycaps', '1️⃣#️⃣*️⃣'],
    ['emoji', 'a 👩🏽‍🚀 ❤️‍🔥 👨‍👩‍👧‍👦 ☺️ ☺︎ 👍🏽 🏳️‍🌈 🏴‍☠️ b'],
  ])('keeps %s', (_, text) => expect(visible(text)).toBe(text));

  test.each([
    ['direction marks', 'a\u200eb\u200fc\u061cd', 'abcd'],
    ['what reverses a text', '\u202eabc\u202c\u2067def\u2069', 'abcdef'],
    ['fillers of Hangul', 'A\u3164\uffa0\u115f\u1160B', 'AB'],
    ['soft hyphens, word joiners and byte-order marks', 'a\u00adb\u2060c\ufeffd', 'abcd'],
    ['zero-width spaces between Latin letters', 'a\u200bb', 'ab'],
    ['joiners between Latin letters', 'a\u200db\u200cc', 'abc'],
    ['joiners between Cyrillic letters and between ideographs', 'д\u200dа王\u200c伟', 'да王伟'],
    ['a joiner at the end of an emoji', '👩\u200d', '👩'],
    ['a joiner of words at their end', 'علی\u200c علی', 'علی علی'],
    ['a second joiner', 'می\u200c\u200cخواهم', 'می\u200cخواهم'],
    ['a direction mark beside a joiner', 'می\u200c\u200fخواهم', 'می\u200cخواهم'],
    ['variants of what has none', 'a\ufe0fb\u{e0100}1\ufe0f2', 'ab12'],
    ['tags that are no flag', 'a\u{e0067}\u{e0062}🏴\u{e0067}\u{e007f}', 'a🏴'],
    [
      'a text that is hidden in tags',
      '🏴\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e0061}\u{e006c}\u{e006c}\u{e007f}',
      '🏴',
    ],
  ])('removes %s', (_, text, expected) => expect(visible(text)).toBe(expected));

  test('leaves nothing of a name that nobody sees', () => {
    const signs = [
      '\u200b',
      '\u200c',
      '\u200d',
      '\u2060',
      '\ufe0f',
      '\u3164',
      '\u{e0041}',
      '\u202e',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs)), (all) =>
        expect(oneLine(all.join(''))).toBe(''),
      ),
    );
  });

  test('changes nothing when it is applied again, and never a character that is seen', () => {
    const unseen = /\p{Default_Ignorable_Code_Point}/gu;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (all) => {
        const text = all.join('');
        expect(visible(visible(text))).toBe(visible(text));
        expect(visible(text).replace(unseen, '')).toBe(text.replace(unseen, ''));
      }),
      { numRuns: 1_000 },
    );
  });
});

test('oneLine makes line breaks, controls and empty Braille cells one space', () => {
  expect(oneLine(' Ada\u0000\u2028Grace\r\n\tL \u202e')).toBe('Ada Grace L');
  expect(oneLine('Ana\u2800\u2800Li\u2800')).toBe('Ana Li');
  expect(oneLine('⠓⠑\u2800⠇')).toBe('⠓⠑\u2800⠇');
});

test('truncate never ends within a grapheme', () => {
  expect(truncate('ab😀', 3)).toBe('ab');
  expect(truncate('ab😀', 4)).toBe('ab😀');
  expect(truncate('abc', 2)).toBe('ab');
  expect(truncate('ae\u0301', 2)).toBe('a');
  expect(truncate('a👩🏽‍🚀b', 5)).toBe('a');
  expect(truncate('a🇯🇵', 3)).toBe('a');
  expect(truncate('a\u0301\u0301\u0301', 2)).toBe('a\u0301');
});

test('truncate keeps whole graphemes, as many as have room', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES)), fc.nat(20), (all, max) => {
      const text = all.join('');
      const kept = truncate(text, max);
      expect(kept.length).toBeLessThanOrEqual(max);
      expect(text.startsWith(kept)).toBe(true);
      const [next = ''] = graphemes(text.slice(kept.length));
      const isWhole =
        graphemes(kept).join('|') === graphemes(text).slice(0, graphemes(kept).length).join('|');
      expect(isWhole || graphemes(kept).length === 1).toBe(true);
      expect(kept === text || kept.length + next.length > max || !isWhole).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('the prefix for an index never ends within a surrogate pair', () => {
  expect([prefixOf('ab😀', 3), prefixOf('ab😀', 4), prefixOf('abc', 2)]).toEqual([
    'ab',
    'ab😀',
    'ab',
  ]);
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
  ['👍🏽👍🏽', 2, '…'],
  ['🇯🇵🇩🇪🇫🇷', 5, '🇯🇵🇩🇪…'],
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
])('a wait of %d seconds is %s', (seconds, text) => expect(waitWords(seconds)).toBe(text));

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

test('oneLine replaces the empty Braille cells that a lookbehind would find', () => {
  const cells = /(?<![\u2800-\u28FF])\u2800+|\u2800+(?![\u2800-\u28FF])/g;
  for (const text of textsOf(['a', '⠓', '\u2800', ' '], 6))
    expect(oneLine(text)).toBe(text.replace(cells, ' ').replace(/\s+/g, ' ').trim());
});
