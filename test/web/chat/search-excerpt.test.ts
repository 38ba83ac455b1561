import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchesSearch, searchWordsOf } from '#shared/rules/chat/message-search.ts';
import { excerptOf } from '#web/features/chat/pages/viewer/search-excerpt.ts';

/** The excerpt with its matches in brackets. */
const words = (content: string, searchText: string) =>
  excerptOf(content, searchText)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

describe('the excerpt of a found message', () => {
  test('marks every match as it is written', () => {
    expect(words('<p>Crème <b>BRÛ</b>LÉE, crème</p>', 'creme brulee')).toBe(
      '[Crème] [BRÛLÉE], [crème]',
    );
    expect(words('<p>1 &lt; 2 &amp; 3</p>', '& 3')).toBe('1 < 2 [&] [3]');
  });

  test('marks letters that fold to several, and accents of their own, as a whole', () => {
    expect(words('<p>Die Straße</p>', 'STRASS')).toBe('Die [Straß]e');
    expect(words('<p>cafe\u0301s</p>', 'cafe')).toBe('[cafe\u0301]s');
  });

  test('marks overlapping words once', () => {
    expect(words('<p>banana</p>', 'bana nana')).toBe('[banana]');
  });

  test('begins with a word shortly before the first match', () => {
    const long = `<p>${'early words '.repeat(20)}the annex is ready</p>`;
    expect(words(long, 'annex')).toMatch(/^…(early |words )*the \[annex\] is ready$/);
    expect(words(long, 'annex').length).toBeLessThan(70);
    expect(words(`<p>${'a'.repeat(100)}annex</p>`, 'annex')).toBe('…[annex]');
  });

  test('ends after a few lines', () => {
    const text = excerptOf(`<p>annex ${'and more '.repeat(1_000)}</p>`, 'annex');
    expect(text.map((part) => part.text).join('').length).toBeLessThan(300);
  });

  test('has a match for every message that a search finds', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, texts, (before, text, after) => {
        const searched = searchWordsOf(text);
        fc.pre(searched.length === 1 && !/[<>&]/.test(before + text + after));
        const content = `<p>${before}${text}${after}</p>`;
        fc.pre(matchesSearch({ content }, searched));
        expect(excerptOf(content, text).some(({ isMatch }) => isMatch)).toBe(true);
      }),
    );
  });
});
