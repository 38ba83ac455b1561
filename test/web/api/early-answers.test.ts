import { afterEach, expect, test } from '@jest/globals';
import { takeEarlyAnswer } from '../../../web/src/api/early-answers.ts';

/* Answers to requests that were sent before the app ran. */

const MINE = 'Bearer mine';
const early = (answer: Response, authorization = MINE) => {
  globalThis.early = { '/api/one': Promise.resolve({ answer, authorization }) };
};

afterEach(() => {
  globalThis.early = undefined;
});

test('an early answer is taken once', async () => {
  const answer = Response.json({});
  early(answer);
  expect(await takeEarlyAnswer('/api/one', MINE)).toBe(answer);
  expect(await takeEarlyAnswer('/api/one', MINE)).toBeUndefined();
});

test('an answer to another user or to another request is not taken', async () => {
  early(Response.json({}));
  expect(await takeEarlyAnswer('/api/two', MINE)).toBeUndefined();
  expect(await takeEarlyAnswer('/api/one', 'Bearer other')).toBeUndefined();
});

test('a refusal is an answer', async () => {
  const refused = Response.json({}, { status: 404 });
  early(refused);
  expect(await takeEarlyAnswer('/api/one', MINE)).toBe(refused);
});

test('a fault and a lost connection are requested again', async () => {
  early(Response.json({}, { status: 503 }));
  expect(await takeEarlyAnswer('/api/one', MINE)).toBeUndefined();
  globalThis.early = { '/api/one': Promise.reject(new TypeError('offline')) };
  expect(await takeEarlyAnswer('/api/one', MINE)).toBeUndefined();
});
