import { describe, expect, test } from '@jest/globals';
import {
  answerStatement,
  hashedLetter,
  hashedText,
  textOfHtml,
  textsOfPasted,
} from '#shared/rules/conversations/answer-statement.ts';
import { instant } from '#shared/time.ts';
import { textsOf } from '../support/texts-of.ts';

const ANSWER = {
  verificationId: '01J0000000000000000000000A',
  authorId: '01J0000000000000000000000B',
  sentAt: instant(Date.UTC(2026, 10, 24, 15, 4, 5, 6)),
  letterHash: 'letter-hash',
  textHash: 'text-hash',
};

describe('the statement about an answer', () => {
  test('names everything that is claimed, one fact a line', () => {
    const counts = { typed: 1_204, pasted: 80, minutes: 12 };
    expect(answerStatement({ ...ANSWER, declaration: 'SELF', counts }).split('\n')).toEqual([
      'ReplyPaid answer, version 1',
      'verification: 01J0000000000000000000000A',
      'author: 01J0000000000000000000000B',
      'sent: 2026-11-24T15:04:05.006Z',
      'declaration: SELF',
      'typed: 1204',
      'pasted: 80',
      'minutes: 12',
      'letter: letter-hash',
      'text: text-hash',
    ]);
  });

  test('of a spoken answer says what the text is of the recording', () => {
    expect(answerStatement({ ...ANSWER, recordingText: 'IN_SHORT' })).toContain(
      'minutes: none\ntext of the recording: IN_SHORT\nletter: letter-hash',
    );
  });

  test('says none for a missing declaration and missing counts', () => {
    expect(answerStatement(ANSWER)).toContain(
      'declaration: none\ntyped: none\npasted: none\nminutes: none',
    );
    const counts = { typed: 0, pasted: 0, minutes: 0 };
    expect(answerStatement({ ...ANSWER, counts })).toContain('typed: 0\npasted: 0\nminutes: 0');
  });
});

test('a letter is hashed with its conversation and its message', () =>
  expect(hashedLetter('C', 'M', '<p>Hello</p>')).toBe('C\nM\n<p>Hello</p>'));

describe('the text of a letter as it is pasted', () => {
  const HTML =
    '<p>Dear Ben,</p><p>The <strong>certified</strong> copy &amp; this:</p><ul><li><p>a receipt</p></li><li><p>5&nbsp;€</p></li></ul><ol><li><p>Go early.</p></li></ol>';
  const text = textOfHtml(HTML);
  const isText = (pasted: string) => textsOfPasted(pasted).includes(text);

  test.each([
    ['one line', 'Dear Ben, The certified copy & this: a receipt 5 € Go early.'],
    ['paragraphs', 'Dear Ben,\n\nThe certified copy & this:\n\na receipt\n5 €\nGo early.\n'],
    [
      'line ends of Windows',
      'Dear Ben,\r\nThe certified copy & this:\r\na receipt\r\n5 €\r\nGo early.',
    ],
    [
      'marks of lists',
      'Dear Ben,\nThe certified copy & this:\n  • a receipt\n  • 5 €\n 1. Go early.',
    ],
    ['invisible characters', 'Dear Ben,\u200B The certified copy & this: a receipt 5 € Go early.'],
  ])('with %s is the text', (_, pasted) => {
    expect(isText(pasted)).toBe(true);
  });

  test.each([
    ['another word', 'Dear Ben, The certified paper & this: a receipt 5 € Go early.'],
    ['a word less', 'Dear Ben, The certified copy & this: a receipt 5 € Go'],
    ['joined words', 'Dear Ben, The certifiedcopy & this: a receipt 5 € Go early.'],
    ['another letter case', 'dear Ben, The certified copy & this: a receipt 5 € Go early.'],
    ['nothing', ''],
  ])('with %s is not the text', (_, pasted) => {
    expect(isText(pasted)).toBe(false);
  });

  test('is the text in either form of accented letters', () => {
    expect(textsOfPasted('Markovic\u0301')).toContain(textOfHtml('<p>Markovi\u0107</p>'));
  });

  test.each([
    ['12. Go  early', ['12. Go early', 'Go early']],
    ['On 1. May - or so', ['On 1. May - or so']],
    ['1.5 of them', ['1.5 of them']],
  ])('is read from %j with and without the marks at the beginning of its lines', (pasted, texts) =>
    expect(textsOfPasted(pasted)).toEqual(texts),
  );

  test('keeps a dash or number that begins a line of the letter', () => {
    expect(textsOfPasted('- 40 degrees')).toContain(textOfHtml('<p>- 40 degrees</p>'));
  });

  test('is hashed with the id of its letter, so that the same text has another hash in another letter', () => {
    expect(hashedText('A', text)).toBe(`A\n${text}`);
  });

  test('stands on its own lines: a mark at the end of a line is no mark of a list', () => {
    for (const lineEnd of ['\n', '\r\n', '\r'])
      expect(textsOfPasted(`a${lineEnd}-${lineEnd}b`)).toEqual(['a - b']);
  });
});

test('the hashed text keeps the joiners that a lookbehind would find', () => {
  const invisible =
    /(?!(?<=\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})[\u200D\uFE0F])\p{Default_Ignorable_Code_Point}/gu;
  const signs = ['a', '❤', '👩', '🏽', '\u200d', '\ufe0f', '\u3164', '1', '🇷'];
  for (const text of textsOf(signs, 4))
    expect(textsOfPasted(`x${text}x`)).toEqual([`x${text.replace(invisible, '')}x`]);
});
