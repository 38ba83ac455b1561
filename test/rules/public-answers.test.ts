import { describe, expect, test } from '@jest/globals';
import { firstEdits, placesOf, showsName } from '#shared/rules/public-answers/places.ts';
import { searchedWords, wordsOf } from '#shared/rules/public-answers/search-words.ts';
import { isSensitiveField } from '#shared/rules/public-answers/sensitive-fields.ts';
import {
  editsFault,
  paragraphsOf,
  piecesOf,
  shownText,
  textsOf,
} from '#shared/rules/public-answers/texts.ts';

/* The copy of a public answer, and the places in it. docs/product/public-answers.md#the-copy */

const ben = { fullName: 'Ben Carter', username: 'ben.carter' };
const ana = { fullName: 'Ana Marković', username: 'ana.markovic' };

const copyOf = (answer: string, question = '<p>How do I file it?</p>') =>
  textsOf('A question', question, answer);

const marked = (text: string, people = [ben, ana]) => {
  const texts = copyOf(`<p>${text}</p>`);
  return placesOf(texts, people)
    .filter(({ part }) => part === 'answer')
    .map(({ start, end, kind }) => [texts.answer.slice(start, end), kind]);
};

describe('the places of a text', () => {
  test.each([
    ['Dear Ben, file it.', [['Ben', 'PARTICIPANT']]],
    ['BEN, file it.', [['BEN', 'PARTICIPANT']]],
    ['Ask Markovic about it.', [['Markovic', 'PARTICIPANT']]],
    ['Write to me: ben@example.com', [['ben@example.com', 'EMAIL']]],
    ['We met Clara Schmidt there.', [['Clara Schmidt', 'NAME']]],
    ['I live in Belgrade now.', [['Belgrade', 'PLACE']]],
    ['It ends on the 30th of next month.', [['on the 30th of next month', 'DATE']]],
    ['I come back on Friday.', [['on Friday', 'DATE']]],
    ['Ich komme am 3. Dezember 2026 zurück.', [['3. Dezember 2026', 'DATE']]],
    ['2026年11月28日に届きました', [['2026年11月28日', 'DATE']]],
    ['王先生说可以', [['王先生', 'NAME']]],
    ['Call +1 202 555 0123 today.', [['+1 202 555 0123', 'PHONE']]],
    ['It costs $1,200 in all.', [['$1,200', 'NUMBER']]],
    ['See https://example.com/me for it.', [['https://example.com/me', 'LINK']]],
    ['I come back by Tuesday’s train.', [['by Tuesday’s', 'DATE']]],
    ['My stall is closed on Fridays.', [['on Fridays', 'DATE']]],
    ['It was J. Smith who has the PDF.', [['J. Smith', 'NAME']]],
    ['I think that this may help you.', []],
    ['Send the PDF, or both PDFs, by SMS, and read the URL aloud.', []],
    ['Open it in Excel, on your Mac or an Android phone with Wi-Fi.', []],
    ['Ask for the MRI, and for vitamin D, before plan B.', []],
    ['I’m sure that I’d ask Mom, and the HR people at Christmas.', []],
  ])('are found in “%s”', (text, expected) => {
    const found = marked(text);
    for (const one of expected) expect(found).toContainEqual(one);
    if (expected.length === 0) expect(found).toEqual([]);
  });

  test('do not depend on spaces in names of other scripts', () => {
    const wei = { fullName: '王伟', username: 'wang.wei' };
    expect(marked('亲爱的王伟你好', [wei])).toContainEqual(['王伟', 'PARTICIPANT']);
  });
});

describe('a copy', () => {
  test('hides the names of both people at first, and shows a dash in their place', () => {
    const texts = copyOf('<p>Dear Ben,</p><p>Go there.<br>Yours, Ana</p>');
    const edits = firstEdits(texts, [ben, ana]);
    expect(shownText(texts, 'answer', edits)).toBe('Dear ——,\nGo there.\nYours, ——');
    expect(showsName(texts, edits, ben)).toBe(false);
    expect(showsName(texts, [], ben)).toBe(true);
    expect(paragraphsOf(piecesOf(texts, 'answer', edits))).toHaveLength(3);
  });

  test('does not show a name in the words that take the place of others', () => {
    const texts = copyOf('<p>Dear friend, go there.</p>');
    const edit = { part: 'answer', start: 5, end: 11, kind: 'OTHER', text: 'Ben' } as const;
    expect(showsName(texts, [edit], ben)).toBe(true);
  });

  test('has no markup, pictures and links of the letter', () => {
    const { answer } = copyOf(
      '<p>One <strong>bold</strong> &amp; <a href="https://x.example">a link</a>.</p><p><img src="/media/x.png"></p><ul><li>Two</li></ul>',
    );
    expect(answer).toBe('One bold & a link.\nTwo');
  });

  test.each([
    [[{ part: 'answer', start: 0, end: 2, kind: 'OTHER' }], undefined],
    [[{ part: 'answer', start: 0, end: 0, kind: 'OTHER' }], 'don’t fit'],
    [[{ part: 'title', start: 0, end: 10, kind: 'OTHER' }], 'leave something of the title'],
  ] as const)('accepts or refuses edits: %j', (edits, fault) => {
    const found = editsFault(copyOf('<p>Go there.</p>'), [...edits]);
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(fault);
  });
});

test('health, births, grief and law are sensitive fields', () => {
  expect(isSensitiveField('CATEGORY_04', [])).toBe(true);
  expect(isSensitiveField('CATEGORY_07', ['CATEGORY_07_01'])).toBe(true);
  expect(isSensitiveField('CATEGORY_12', ['CATEGORY_12_02'])).toBe(true);
  expect(isSensitiveField('CATEGORY_01', ['CATEGORY_01_01'])).toBe(false);
});

test('words of a search are folded, and common ones are left out', () => {
  expect(searchedWords('The RENEWAL of my visa')).toEqual(['renewal', 'visa']);
  expect(wordsOf(['Über die Erneuerung'])).toContain('uber');
});
