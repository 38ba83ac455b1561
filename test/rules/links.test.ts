import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import {
  hostOf,
  isLinkTarget,
  linkName,
  linkUrl,
  NOT_A_WEB_ADDRESS,
  TOO_MANY_LINKS,
  webAddress,
} from '#shared/rules/links/links.ts';

const sentenceOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeDecode(schema, value as never).error?.issues[0]?.message;

describe('a web address', () => {
  test.each([
    ['example.com', 'https://example.com'],
    ['www.example.com/shop?x=1#top', 'https://www.example.com/shop?x=1#top'],
    ['http://example.com', 'http://example.com'],
    ['HTTPS://Example.COM/A', 'https://example.com/A'],
    ['example.com:8443/a', 'https://example.com:8443/a'],
    ['example.com/@ana', 'https://example.com/@ana'],
    ['example.com//a', 'https://example.com//a'],
    ['example.com/?next=http://b.test', 'https://example.com/?next=http://b.test'],
    [
      'https://example.com/?next=http://other.example',
      'https://example.com/?next=http://other.example',
    ],
    ['münchen.example', 'https://xn--mnchen-3ya.example'],
    ['президент.рф', 'https://xn--d1abbgf6aiiy.xn--p1ai'],
  ])('%s is normalized to %s', (typed, address) => {
    expect(z.decode(linkUrl, ` ${typed} `)).toBe(address);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'javascript:1',
    'java\tscript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'mailto:ana@example.com',
    'tel:+15555550100',
    'ftp://example.com',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'https://ana:secret@example.com',
    'https://ana@example.com',
    'https://@example.com',
    'https://:secret@example.com',
    'https://:@example.com',
    '/ana@example.com',
    '/:secret@example.com',
    'example.com://a',
    'e2.com://a',
    'ana@example.com',
    'https://example.com\\@evil.example',
    '//example.com',
    'https:///example.com',
    'https:example.com',
    'two words.example',
    'https://example.com/a b',
    'https://exam\u200Bple.com',
    'example',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://2130706433',
    'http://[::1]',
    'https://.com',
    'https://example.',
    'https://example.com.',
    'https://',
    '.',
  ])('%j is refused', (typed) => {
    expect(webAddress(typed)).toBeUndefined();
    expect(sentenceOf(linkUrl, typed)).toBe(NOT_A_WEB_ADDRESS);
  });

  test('is stable when normalized twice, and always http or https', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.domain(), fc.string()), (typed) => {
        const address = webAddress(typed);
        if (address === undefined) return;
        expect(webAddress(address)).toBe(address);
        expect(['http:', 'https:']).toContain(new URL(address).protocol);
      }),
    );
  });

  test('has at most 2,000 characters after normalization', () => {
    const long = (count: number) =>
      `example.com/${'a'.repeat(count - 'https://example.com/'.length)}`;
    expect(sentenceOf(linkUrl, long(2_000))).toBeUndefined();
    expect(sentenceOf(linkUrl, long(2_001))).toBe('A link can have at most 2,000 characters');
    expect(sentenceOf(linkUrl, `example.com/${'ü'.repeat(1_000)}`)).toBe(
      'A link can have at most 2,000 characters',
    );
  });

  test.each(['', '   ', undefined, ['a', 'b']])('%j is refused as missing', (typed) => {
    expect(sentenceOf(linkUrl, typed)).toBe('Please enter a link');
  });
});

describe('the name of a link', () => {
  test('is one line without invisible characters', () => {
    expect(z.decode(linkName, ' My\n shop\u200B ')).toBe('My shop');
  });

  test('has 1 to 60 characters', () => {
    expect(sentenceOf(linkName, 'a'.repeat(60))).toBeUndefined();
    expect(sentenceOf(linkName, 'a'.repeat(61))).toBe('The name can have at most 60 characters');
    for (const nothing of ['', '  ', '\u200B', undefined])
      expect(sentenceOf(linkName, nothing)).toBe('Please enter a name');
  });
});

test.each([
  ['https://example.com', true],
  ['HTTP://example.com/a?b#c', true],
  ['http://localhost:3000', true],
  ['/settings', false],
  ['//example.com', false],
  ['mailto:ada@example.com', false],
  ['javascript:https://example.com', false],
  ['https://', false],
  ['https://a b', false],
  ['https://example.com/a\u200bb', false],
  ['https://example.com\\x', false],
  ['https://[', false],
  ['https://ada@example.com', false],
  ['https://:secret@example.com', false],
])('a link in a text may lead to %j: %s', (href, allowed) =>
  expect(isLinkTarget(href)).toBe(allowed),
);

test('links beyond the fiftieth are refused with the number', () =>
  expect(TOO_MANY_LINKS).toBe(
    'You have 50 links, and there’s no room for more. Please delete one first.',
  ));

test.each([
  ['https://www.example.com/shop', 'example.com'],
  ['http://shop.example.com:8080', 'shop.example.com:8080'],
  ['https://awww.example.com', 'awww.example.com'],
  ['nonsense', 'nonsense'],
])('%s leads to %s', (address, host) => {
  expect(hostOf(address)).toBe(host);
});
