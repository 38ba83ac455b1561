import { expect, test } from '@jest/globals';
import { isOwnOrigin, returnOrigin } from '#shared/rules/auth/return-origin.ts';

test.each([
  ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://localhost:3000'],
  ['http://localhost:3000', 'http://192.168.0.7:3000', 'http://192.168.0.7:3000'],
])('the local origin %s, opened as %s, is replaced by the opened one', (own, opened, to) => {
  expect(returnOrigin(own, opened)).toBe(to);
});

test.each([
  ['http://localhost:3000', 'http://localhost:4000'],
  ['http://localhost:3000', 'https://localhost:3000'],
  ['http://localhost:3000', undefined],
  ['http://localhost:3000', 'null'],
  ['https://replypaid.example', 'https://elsewhere.example'],
  ['https://replypaid.example', 'https://localhost'],
])('the origin %s is kept for a page of the origin %s', (own, asked) => {
  expect(returnOrigin(own, asked)).toBe(own);
});

test('the origin of a request is the web app’s own if it is the same, or another name of this machine locally', () => {
  const own = 'https://replypaid.example';
  expect(isOwnOrigin(own, own)).toBe(true);
  expect(isOwnOrigin(own, 'https://elsewhere.example')).toBe(false);
  expect(isOwnOrigin(own, undefined)).toBe(false);
  expect(isOwnOrigin('http://localhost:3000', 'http://[::1]:3000')).toBe(true);
  expect(isOwnOrigin('http://[::1]:3000', 'http://localhost:3000')).toBe(true);
});
