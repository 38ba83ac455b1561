import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  entryTextOf,
  fold,
  indexEntriesOf,
  isFoundBy,
  isSearchable,
  isSearchedAsTyped,
  type Names,
  SEARCH_FROM,
  searchedText,
  searchPrefixOf,
} from '#shared/rules/search/search.ts';

/** Typed texts and their normalized form for comparison. */
const FOLDED: readonly (readonly [typed: string, folded: string])[] = [
  ['Ana Marković', 'ana markovic'],
  ['  Ana\n  Marković ', 'ana markovic'],
  ['Satō', 'sato'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Søren Ærø', 'soren aero'],
  ['Œuvre', 'oeuvre'],
  ['Łukasz Đurđević', 'lukasz durdevic'],
  ['Þór Guðmundsson', 'thor gudmundsson'],
  ['Işık', 'isik'],
  ['İPEK', 'ipek'],
  ['O’Neill', "o'neill"],
  ['ﬁsher', 'fisher'],
  ['Ａｎｎａ', 'anna'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Юлия Алёхина', 'юлия алехина'],
  ['मीना कुमारी', 'मीना कुमारी'],
  ['田中 さくら', '田中 さくら'],
  ['ana.markovic_7', 'ana.markovic_7'],
  ['Ħałŧaŋ', 'haltan'],
  ['‘ana’ ʼben', "'ana' 'ben"],
  ['a\u2010b\u2011c\u2013d', 'a-b-c-d'],
];

describe('the search text', () => {
  test.each(FOLDED)('%j is compared as %j', (typed, folded) => {
    expect(fold(typed)).toBe(folded);
  });

  test('is stable when it is normalized twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { examples: [['𝚤']] },
    );
  });

  test('ignores the @ before a username', () => {
    expect(searchedText(' @Ana.Markovic ')).toBe('ana.markovic');
    expect(searchedText('@@ ana')).toBe('ana');
    expect(searchedText('ana@home')).toBe('ana@home');
  });

  test('is searched from the fourth letter on, counting letters and not code units, or as a complete word', () => {
    const searchable = (...texts: string[]) => texts.map(searchedText).map(isSearchable);
    expect(searchable('', ' ', '@', 'a b', '. .', 'x-y', '🙂')).not.toContain(true);
    expect(searchable('anam', 'an a', 'ßß', '𐐷𐐷𐐷𐐷')).not.toContain(false);
    expect(searchable('ana', '@bo', 'an  ', '𝒜𝒜𝒜', '王', '王伟', 'ชล', 'علي')).not.toContain(false);
  });

  test('is searched while it is typed from four letters or two ideographs on', () => {
    const asTyped = (...texts: string[]) => texts.map(searchedText).map(isSearchedAsTyped);
    expect(asTyped('b', 'bo', 'ana', '@ana', '王', 'ชล', 'a b')).not.toContain(true);
    expect(asTyped('anam', '王伟', 'さく', '김', 'علية')).not.toContain(false);
  });
});

/** Returns the entries at which a text matches these names, as a search does. */
function matches(names: Names, text: string): string[] {
  return Object.entries(indexEntriesOf(names)).flatMap(([place, from]) =>
    searchPrefixOf(place.slice(1)) === searchPrefixOf(text) &&
    place.slice(1).startsWith(entryTextOf(text)) &&
    entryTextOf(text).length >= from
      ? [place]
      : [],
  );
}

const ana = { username: 'ana.markovic', fullName: 'Ana Marković' };

test('names and search texts with the same first four letters are stored together', () => {
  expect(searchPrefixOf('ana.markovic')).toBe('ana.');
  expect(searchPrefixOf('𐐷𐐷𐐷𐐷𐐷')).toBe('𐐷𐐷𐐷𐐷');
  expect(searchPrefixOf('ana')).toBe('ana');
});

describe('the search entries of a name', () => {
  test('begin at every letter that has three more after it', () => {
    expect(Object.keys(indexEntriesOf({ username: 'quince', fullName: '' })).sort()).toEqual([
      '0quince',
      '1ince',
      '1uince',
    ]);
    expect(Object.keys(indexEntriesOf({ username: 'bo_', fullName: 'Bo' }))).toEqual(['0bo']);
    expect(Object.keys(indexEntriesOf({ username: '', fullName: '𐐨𐐩𐐪𐐫' }))).toEqual(['0𐐨𐐩𐐪𐐫']);
  });

  test('are shared if username and full name are equal', () => {
    expect(matches(ana, 'mark')).toEqual(['0markovic']);
    expect(Object.keys(indexEntriesOf(ana))).toHaveLength(13);
  });

  test('sort beginnings of words first', () => {
    const joanna = { username: 'jj', fullName: 'Joanna Anna' };
    expect(matches(joanna, 'anna')).toEqual(['0anna']);
    expect(matches({ username: 'jo_anna', fullName: 'X-Anna' }, 'anna')).toEqual(['0anna']);
    expect(matches({ username: 'joanna', fullName: '' }, 'anna')).toEqual(['1anna']);
  });

  test('list a person with the same name twice once', () => {
    const maria = { username: 'mariagarcia', fullName: 'Maria Garcia' };
    expect(matches(maria, 'mari')).toHaveLength(1);
    expect(matches(maria, 'maria')).toHaveLength(1);
    expect(matches(maria, 'maria g')).toEqual(['0maria garcia']);
    expect(matches(maria, 'mariag')).toEqual(['0mariagarcia']);
  });

  test('stay few if a name repeats the same letters', () => {
    const places = indexEntriesOf({ username: 'a'.repeat(30), fullName: '' });
    expect(Object.keys(places)).toHaveLength(1);
    expect(matches({ username: 'a'.repeat(30), fullName: '' }, 'aaaa')).toHaveLength(1);
  });

  test('are made of the first 120 letters', () => {
    const names = { username: 'x', fullName: `${'x'.repeat(117)}abcdefg` };
    expect([isFoundBy(names, 'xabc'), isFoundBy(names, 'abcd')]).toEqual([true, false]);
    expect([matches(names, 'xabc'), matches(names, 'abcd')]).toEqual([['1xabc'], []]);
  });

  test('are limited in number for any name', () => {
    const places = Object.keys(indexEntriesOf({ username: 'someone', fullName: '﷽'.repeat(80) }));
    expect(places.length).toBeLessThan(130);
    expect(Math.max(...places.map((place) => place.length))).toBeLessThanOrEqual(41);
  });
});

const LETTERS = [...'aaaabbcdeé ._-ßØłıÇ한'];
const word = (max: number) =>
  fc.array(fc.constantFrom(...LETTERS), { maxLength: max }).map((letters) => letters.join(''));
const usernames = fc
  .array(fc.constantFrom(...'aaabbc._1'), { minLength: 3, maxLength: 30 })
  .map((letters) => letters.join(''));
const people = fc.record({
  username: usernames,
  fullName: fc.oneof(word(12), word(80), fc.string({ unit: 'grapheme', maxLength: 40 })),
});

describe('a person with a name', () => {
  test('is found exactly once by any part of it, in any case', () => {
    fc.assert(
      fc.property(people, fc.nat(), fc.nat(), fc.boolean(), fc.boolean(), (...drawn) => {
        const [names, begin, length, byUsername, loud] = drawn;
        const name = Array.from(byUsername ? names.username : names.fullName).slice(0, 100);
        const at = begin % (name.length + 1);
        const part = name.slice(at, at + SEARCH_FROM + (length % 60)).join('');
        const text = searchedText(loud ? part.toUpperCase() : part);
        fc.pre(Array.from(text).length >= SEARCH_FROM);
        expect(isFoundBy(names, text)).toBe(true);
        expect(matches(names, text)).toHaveLength(1);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['王伟', ['王伟', '王', '伟']],
    ['欧阳娜娜', ['欧', '欧阳', '欧阳娜', '欧阳娜娜', '阳娜', '娜', '娜娜']],
    ['田中 さくら', ['田中', '田', 'さくら', 'さく', 'く']],
    ['김 민', ['김', '민']],
    ['ชล ใจดี', ['ชล', 'ใจดี']],
    ['علي حسن', ['علي', 'حسن']],
    ['Bo Li', ['bo', 'li', 'bo li']],
    ['Đỗ An', ['do', 'an']],
  ])(
    '%s is found once by each complete word, and by one to three ideographs or syllables',
    (fullName, texts) => {
      const names = { username: 'x.y', fullName };
      for (const text of texts.map(searchedText)) {
        expect([text, isSearchable(text), isFoundBy(names, text)]).toEqual([text, true, true]);
        expect([text, matches(names, text).length]).toEqual([text, 1]);
      }
    },
  );

  test.each([
    ['Ana Marković', ['an', 'ark', 'na', 'vic', 'm']],
    ['علي حسن', ['ع', 'عل', 'سن']],
    ['ชล ใจดี', ['ช', 'จดี']],
    ['王伟', ['伟王', '王王']],
  ])('%s is not found by a part of a word that has less than four letters', (fullName, texts) => {
    const names = { username: 'x.y', fullName };
    for (const text of texts.map(searchedText)) {
      expect([text, isFoundBy(names, text)]).toEqual([text, false]);
      expect([text, matches(names, text)]).toEqual([text, []]);
    }
  });

  test('is found exactly once by any short text that finds it', () => {
    const SIGNS = [...'aab 王伟한.'];
    const short = fc.array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 3 });
    const long = fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 });
    fc.assert(
      fc.property(long, long, short, (one, other, part) => {
        const names = { username: other.join(''), fullName: one.join('') };
        const text = searchedText(part.join(''));
        fc.pre(isSearchable(text));
        expect(matches(names, text)).toHaveLength(isFoundBy(names, text) ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is not found by a text that the name does not contain', () => {
    fc.assert(
      fc.property(people, word(12).map(searchedText), (names, text) => {
        fc.pre(isSearchable(text) && !isFoundBy(names, text));
        expect(matches(names, text)).toEqual([]);
      }),
    );
  });
});
