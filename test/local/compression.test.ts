import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { sentResponse } from '#lib/local/front/compression.ts';

const page = (length: number, cacheControl = 'public, s-maxage=5') => ({
  statusCode: 200,
  headers: { 'cache-control': cacheControl },
  body: 'ć'.repeat(length / 2),
});

describe('the local server compresses', () => {
  test('public responses of a thousand bytes and more, with the best encoding that the browser accepts', () => {
    const sent = sentResponse(page(1_000), 'gzip, deflate, br');
    expect(sent.headers['content-encoding']).toBe('br');
    expect(sent.headers['content-length']).toBe(String(sent.body.length));
    expect(brotliDecompressSync(sent.body).toString()).toBe(page(1_000).body);
    expect(gunzipSync(sentResponse(page(1_000), 'gzip').body).toString()).toBe(page(1_000).body);
  });

  test.each([
    ['a shorter one', page(998), 'br'],
    ['one for a single person', page(1_000, 'no-store'), 'br'],
    ['one that is revalidated each time', page(1_000, 'public, s-maxage=0'), 'br'],
    ['one for a browser that accepts no encoding', page(1_000), undefined],
  ])('but not %s', (_, answer, accepted) => {
    const { headers, body } = sentResponse(answer, accepted);
    expect(headers).toEqual({ 'content-length': String(body.length) });
    expect(body.toString()).toBe(answer.body);
  });

  test('but not what the function has compressed, which keeps its encoding', () => {
    const zipped = gzipSync(randomBytes(2_000));
    const headers = { 'cache-control': 'public, s-maxage=5', 'content-encoding': 'gzip' };
    const answer = { headers, body: zipped.toString('base64'), isBase64Encoded: true };
    const sent = sentResponse(answer, 'gzip, deflate, br');
    expect(sent.headers).toEqual({ 'content-length': String(zipped.length) });
    expect(sent.body.equals(zipped)).toBe(true);
  });
});
