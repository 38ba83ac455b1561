import { describe, expect, test } from '@jest/globals';
import { SharedCache } from '#lib/local/front/shared-cache.ts';

let now = 0;
const PUBLIC = {
  statusCode: 200,
  headers: { 'cache-control': 'public, max-age=0, s-maxage=5' },
  body: '{}',
};
const asked = { method: 'GET', address: '/api/viewUserProfile?username=ada', headers: {} };

describe('the local server caches responses as CloudFront does', () => {
  test('if they are public, for their max-age, and with an Age header', () => {
    const cache = new SharedCache(() => now);
    cache.keep(asked, PUBLIC);
    now += 4_000;
    expect(cache.find(asked)).toEqual({ ...PUBLIC, headers: { ...PUBLIC.headers, age: '4' } });
    now += 1_000;
    expect(cache.find(asked)).toBeUndefined();
  });

  test('for the same request and encoding only, without credentials', () => {
    const cache = new SharedCache(() => now);
    cache.keep(asked, PUBLIC);
    expect(cache.find({ ...asked, address: '/api/viewUserProfile?username=bob' })).toBeUndefined();
    expect(cache.find({ ...asked, headers: { 'accept-encoding': 'gzip' } })).toBeUndefined();
    expect(cache.find({ ...asked, headers: { authorization: 'Bearer x' } })).toBeUndefined();
    expect(cache.find({ ...asked, method: 'POST' })).toBeUndefined();
  });

  test.each([
    ['a refusal', { ...PUBLIC, statusCode: 404 }],
    ['what is one person’s alone', { ...PUBLIC, headers: { 'cache-control': 'no-store' } }],
    ['what does not say', { ...PUBLIC, headers: {} }],
  ])('but never %s', (_, answer) => {
    const cache = new SharedCache(() => now);
    cache.keep(asked, answer);
    expect(cache.find(asked)).toBeUndefined();
  });

  test('but never those to signed-in callers', () => {
    const cache = new SharedCache(() => now);
    cache.keep({ ...asked, headers: { authorization: 'Bearer x' } }, PUBLIC);
    expect(cache.find(asked)).toBeUndefined();
  });
});
