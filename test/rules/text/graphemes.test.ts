import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { graphemes } from '#shared/rules/text/graphemes.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const segments = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

test.each([
  '👩🏽‍🚀👨‍👩‍👧‍👦❤️‍🔥',
  '🇯🇵🇩🇪🇫',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴‍☠️',
  '1️⃣#️⃣',
  'e\u0301a\u0308\u0323',
  '한국어 ᄒ\u1161\u11ab',
  'می‌خواهم',
  'สวัสดีน้ำ',
  'தமிழ் நிலா',
  'ශ්‍රී ලංකා'.replaceAll('\u200d', ''),
  '葛\u{e0100}城',
  'a\r\nb\n\u0301c\td',
  '\ud83dx\udc00',
])('the graphemes of %j are those of Intl.Segmenter', (text) => {
  // Engines since Unicode 15.1 join Indic conjuncts, which the product does not count as one.
  const expected = segments(text).flatMap((one) => one.split(/(?<=\u0dca)/u));
  expect(graphemes(text)).toEqual(expected);
});

const PIECES = [
  'a',
  'Z',
  ' ',
  '.',
  '\n',
  '\r\n',
  '\u0301',
  '\u200d',
  '\u200c',
  '\ufe0f',
  '\u20e3',
  '1',
  '#',
  '👩',
  '🏽',
  '🚀',
  '❤',
  '🇯',
  '🇵',
  '🏴',
  '\u{e0067}',
  '\u{e007f}',
  '王',
  '한',
  '\u1112',
  '\u1161',
  'ا',
  'ه',
  'न',
  'ा',
  'ก',
  '\u0e33',
  '\u2800',
  '\ue000',
  '\u3164',
  '\ud83d',
];

test('the graphemes of a text are those of Intl.Segmenter, and together they are the text', () => {
  const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(graphemes(text).join('')).toBe(text);
      expect(graphemes(text)).toEqual(segments(text));
    }),
    { numRuns: 2_000 },
  );
});
