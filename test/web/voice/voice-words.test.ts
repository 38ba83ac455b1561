import { expect, test } from '@jest/globals';
import { clockWords, lengthWords, limitWords } from '#web/features/voice/voice-words.ts';

test('a length is a clock for the eye, and words for the ear', () => {
  expect([0, 9, 46.2, 60, 123, 180].map(clockWords)).toEqual([
    '0:00',
    '0:09',
    '0:46',
    '1:00',
    '2:03',
    '3:00',
  ]);
  expect([0, 1, 46.2, 60, 123, 180].map(lengthWords)).toEqual([
    '0 seconds',
    '1 second',
    '46 seconds',
    '1 minute',
    '2 minutes 3 seconds',
    '3 minutes',
  ]);
  expect([limitWords(60), limitWords(180)]).toEqual(['1 minute', '3 minutes']);
});
