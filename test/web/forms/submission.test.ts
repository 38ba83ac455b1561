import { describe, expect, test } from '@jest/globals';
import { waitWords } from '#shared/dates.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { ApiRefusal } from '#web/api/client.ts';
import { failedBecause, sentenceOf } from '#web/api/failure-words.ts';

describe('the waiting time before a retry', () => {
  test.each([
    [1, '1 second'],
    [60, '60 seconds'],
    [90, '2 minutes'],
    [841, '15 minutes'],
    [5_400, '2 hours'],
    [86_400, '24 hours'],
  ])('of %i seconds is written as "%s"', (seconds, words) => {
    expect(waitWords(seconds)).toBe(words);
  });

  test('is part of the error message if the server gives it', () => {
    const refused = (message: string, retryAfter?: number) =>
      sentenceOf(new ApiRefusal('TOO_MANY_REQUESTS', message, {}, retryAfter));
    const { sentence } = REFUSALS.TOO_MANY_REQUESTS;
    expect(refused(sentence, 37)).toBe('Too many attempts. Please try again in 37 seconds.');
    expect(refused(sentence)).toBe(sentence);
    expect(refused('A code was sent a moment ago.', 37)).toBe('A code was sent a moment ago.');
  });
});

test('a failure whose reason has the same words as the screen is one sentence', () => {
  const failed = 'There was an error verifying account';
  expect(failedBecause(failed, 'There was an error verifying account')).toBe(`${failed}.`);
  expect(failedBecause(`${failed}. Please try again.`, 'This code was used')).toBe(
    `${failed}. This code was used.`,
  );
});
