import { describe, expect, test } from '@jest/globals';
import {
  draftAnswers,
  messageBeside,
  minimumBeside,
  sentAnswers,
} from '#shared/rules/conversations/prompt-answers.ts';
import { answersTo, answerTo, missingAnswer } from '#shared/rules/conversations/prompts.ts';
import { promptList } from '#shared/rules/conversations/prompts-schema.ts';
import { letters } from '../support/letters.ts';

type Schema = { safeParse(value: unknown): { error?: { issues: { message: string }[] } } };
const faultOf = (schema: Schema, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

const prompt = (question: string, required = false) => ({ question, required });
const answer = (question: string, text: string) => ({ question, text });

describe('the prompts of a person', () => {
  test.each([
    ['none', [], undefined],
    ['three', [prompt('a'), prompt('b'), prompt('c')], undefined],
    [
      'four',
      [prompt('a'), prompt('b'), prompt('c'), prompt('d')],
      'There can be at most 3 questions',
    ],
    ['a question of 120 characters', [prompt('x'.repeat(120))], undefined],
    ['121 characters', [prompt('x'.repeat(121))], 'Please keep this under 120 characters'],
    ['an empty question', [prompt(' \u200b ')], 'Please enter a question'],
    ['no question', [{ required: true }], 'Please enter a question'],
    ['no choice', [{ question: 'a' }], 'Please enter a question'],
    ['the same twice', [prompt('Why?'), prompt(' why?')], 'Two questions are the same'],
  ])('that are %s are validated', (_, prompts, fault) =>
    expect(faultOf(promptList, prompts)).toBe(fault),
  );

  test('are questions in one line', () =>
    expect(promptList.parse([prompt(' What\nfor? ', true)])).toEqual([prompt('What for?', true)]));
});

describe('the answers to prompts', () => {
  const answers = [answer('b', 'B'), answer('x', 'X'), answer('a', ' \u200b ')];

  test('are in the order of the prompts, and empty if nothing was answered', () => {
    expect(answersTo([prompt('a'), prompt('b'), prompt('c')], answers)).toEqual([
      answer('a', ' \u200b '),
      answer('b', 'B'),
      answer('c', ''),
    ]);
    expect(answersTo([prompt('a')])).toEqual([answer('a', '')]);
    expect(answersTo(undefined, answers)).toEqual([]);
    expect(answerTo('b', undefined)).toBe('');
  });

  test('lack the first required one that has no visible text', () => {
    const [a, b, c] = [prompt('a', true), prompt('b', true), prompt('c', true)];
    expect(missingAnswer([b, a, c], answers)).toBe(a);
    expect(missingAnswer([b], answers)).toBeUndefined();
    expect(missingAnswer([prompt('c')], answers)).toBeUndefined();
    expect(missingAnswer([c])).toBe(c);
    expect(missingAnswer(undefined, answers)).toBeUndefined();
  });

  test.each([
    ['absent', undefined, undefined],
    ['twelve', Array(12).fill(answer('a', 'A')), undefined],
    ['thirteen', Array(13).fill(answer('a', 'A')), 'Please send a list of answers'],
    ['as long as they can be', [answer('q'.repeat(120), 'x'.repeat(1_000))], undefined],
    [
      'an answer of 1,001 characters',
      [answer('a', 'x'.repeat(1_001))],
      'An answer can have at most 1,000 characters',
    ],
    ['a question of 121', [answer('q'.repeat(121), 'A')], 'Please send a list of answers'],
    ['without a question', [{ text: 'A' }], 'Please send a list of answers'],
    ['no list', 'x', 'Please send a list of answers'],
  ])('that are %s are validated, in a draft and when they are sent', (_, sent, fault) => {
    expect(faultOf(draftAnswers, sent)).toBe(fault);
    expect(faultOf(sentAnswers, sent)).toBe(fault);
  });

  test('of the largest size fit into the text of a form', () => {
    const most = Array(12).fill(answer('"'.repeat(120), '\n'.repeat(1_000)));
    expect(draftAnswers.parse(JSON.stringify(most))).toEqual(most);
  });

  test('have a text', () => {
    expect(faultOf(draftAnswers, [{ question: 'a' }])).toBe('Please send a list of answers');
  });

  test('are cleaned when they are sent, and kept as they are typed in a draft', () => {
    const typed = [answer('a', ' A \r\n b ')];
    expect(draftAnswers.parse(typed)).toEqual(typed);
    expect(sentAnswers.parse(typed)).toEqual([answer('a', 'A\nb')]);
  });
});

describe('the text beside the answers', () => {
  const ANSWERED = [answer('a', letters(30)), answer('b', ` ${letters(20)} `)];
  const text = (length: number) => `<p>${letters(length)}</p>`;

  test('needs as many characters as the answers lack of 100', () => {
    expect(minimumBeside(ANSWERED)).toBe(50);
    expect(minimumBeside(undefined)).toBe(100);
    expect(minimumBeside([answer('a', letters(101))])).toBe(0);
  });

  test.each([
    [ANSWERED, 50, undefined],
    [ANSWERED, 49, 'Your answers and your letter must have at least 100 characters together'],
    [[answer('a', letters(100))], 0, undefined],
    [[], 100, undefined],
    [undefined, 99, 'Message must be at least 100 characters'],
    [undefined, 0, 'Enter a message'],
  ])('with the answers %j and %d characters is validated', (answers, length, fault) =>
    expect(faultOf(messageBeside(answers), text(length))).toBe(fault),
  );

  test.each([
    [undefined, 50, undefined],
    [undefined, 49, 'Please type at least 50 characters beside your recording'],
    [undefined, 0, 'Please enter a message'],
    [[answer('a', letters(30))], 20, undefined],
    [[answer('a', letters(30))], 0, 'Please type at least 50 characters beside your recording'],
    [[answer('a', letters(50))], 0, undefined],
  ])(
    'and a recording with the answers %j and %d characters is validated',
    (answers, length, fault) =>
      expect(faultOf(messageBeside(answers, true), text(length))).toBe(fault),
  );

  test('has at most 60,000 characters of HTML', () => {
    expect(faultOf(messageBeside(ANSWERED), letters(60_001))).toBe('This text is too long');
    expect(faultOf(messageBeside(ANSWERED), letters(60_000))).toBeUndefined();
    expect(faultOf(messageBeside(ANSWERED), undefined)).toBe('Please enter a message');
  });
});
