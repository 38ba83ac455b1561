import { expect, test } from '@jest/globals';
import { contextOf } from '#web/features/public-answers/copy-edits.ts';

/* The line above a place in its dialog: where in the letter it is. */

const QUESTION =
  'I applied in March with all papers that the site lists. On Friday the clerk said that one is missing! My permit ends on the 30th of next month.\nI am in Dublin.';

const around = (words: string, question = QUESTION) => {
  const start = question.indexOf(words);
  const texts = { title: 'Refused', question, answer: '' };
  return contextOf(texts, { part: 'question', start, end: start + words.length, kind: 'OTHER' });
};

test.each([
  ['on the 30th of next month', 'My permit ends …'],
  ['Dublin', 'I am in …'],
  ['On Friday', '… the clerk said that one is missing'],
  ['the site lists', 'I applied in March with all papers that …'],
  ['I am in Dublin.', ''],
])('the words around “%s” are “%s”', (words, context) => {
  expect(around(words)).toBe(context);
});

test('long sentences are cut at a word, before a place and after it', () => {
  const long = 'went to the office '.repeat(5);
  expect(around('Ben', `Ben ${long}`)).toBe('… went to the office went to the office…');
  expect(around('alone', `Ben ${long}alone.`)).toBe('… went to the office went to the office …');
});

test('sentences of languages without spaces are told apart', () => {
  expect(around('東京', '三月に申請しました。私は東京にいます。')).toBe('私は …');
});
