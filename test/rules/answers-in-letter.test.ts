import { expect, test } from '@jest/globals';
import { withAnswers } from '#functions/conversations/prompt-answers.ts';
import { answersInLetter } from '#shared/rules/conversations/prompt-answers.ts';

/* The answers to a recipient's questions, read from the letter that has them. docs/product/conversations.md#asking-again */

test.each([
  ['plain words', [{ question: 'When?', text: 'On the 30th' }]],
  ['several lines', [{ question: 'When?', text: 'Soon\nor later\n\nor never' }]],
  ['signs of HTML', [{ question: `"A" & 'B' < C?`, text: `<p>&amp; "x" 'y'</p>` }]],
  ['entities that somebody typed', [{ question: 'Why?', text: '&amp;lt; &#39;' }]],
  [
    'three answers',
    [
      { question: 'One?', text: '1' },
      { question: 'Two?', text: '2' },
      { question: 'Three?', text: '3' },
    ],
  ],
])('answers with %s are read as they were written', (_, answers) => {
  expect(answersInLetter(withAnswers('<p>My letter.</p>', answers))).toEqual(answers);
});

test('a letter without answers has none', () => {
  expect(answersInLetter('<p>My letter.</p>')).toEqual([]);
  expect(answersInLetter('')).toEqual([]);
});

test('what a sender wrote below is not taken for an answer', () => {
  const answers = [{ question: 'When?', text: 'Soon' }];
  const html = withAnswers('<p>small</p><p>My letter.</p>', answers);
  expect(answersInLetter(html)).toEqual(answers);
});
