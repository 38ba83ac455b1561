import { afterEach, expect, test } from '@jest/globals';
import { takeEarlyResponse } from '#web/api/early-responses.ts';

/* Responses to requests that were sent before the app ran. */

const MINE = 'Bearer mine';
const early = (response: Response, authorization = MINE) => {
  globalThis.early = { '/api/one': Promise.resolve({ response, authorization }) };
};

afterEach(() => {
  globalThis.early = undefined;
});

test('an early response is taken once', async () => {
  const response = Response.json({});
  early(response);
  expect(await takeEarlyResponse('/api/one', MINE)).toBe(response);
  expect(await takeEarlyResponse('/api/one', MINE)).toBeUndefined();
});

test('a response to another user or to another request is not taken', async () => {
  early(Response.json({}));
  expect(await takeEarlyResponse('/api/two', MINE)).toBeUndefined();
  expect(await takeEarlyResponse('/api/one', 'Bearer other')).toBeUndefined();
});

test('a refusal is taken like any other response', async () => {
  const refused = Response.json({}, { status: 404 });
  early(refused);
  expect(await takeEarlyResponse('/api/one', MINE)).toBe(refused);
});

test('a server error or a lost connection gives no response, so the caller sends the request', async () => {
  early(Response.json({}, { status: 503 }));
  expect(await takeEarlyResponse('/api/one', MINE)).toBeUndefined();
  globalThis.early = { '/api/one': Promise.reject(new TypeError('offline')) };
  expect(await takeEarlyResponse('/api/one', MINE)).toBeUndefined();
});
