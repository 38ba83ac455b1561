import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { linksIn } from '#web/ui/text-links.ts';

const found = (text: string) => linksIn(text).map(({ address }) => address);

test.each([
  ['see https://en.wikipedia.org/wiki/Foo_(bar) there', 'https://en.wikipedia.org/wiki/Foo_(bar)'],
  ['(https://en.wikipedia.org/wiki/Foo_(bar))', 'https://en.wikipedia.org/wiki/Foo_(bar)'],
  ['(see https://example.com/a)', 'https://example.com/a'],
  ['[https://example.com/a[1]]', 'https://example.com/a[1]'],
  ['https://en.wikipedia.org/wiki/S.C.', 'https://en.wikipedia.org/wiki/S.C.'],
  [
    'https://en.wikipedia.org/wiki/Washington,_D.C. is',
    'https://en.wikipedia.org/wiki/Washington,_D.C.',
  ],
  ['https://en.wikipedia.org/wiki/Apple_Inc., which', 'https://en.wikipedia.org/wiki/Apple_Inc.'],
  ['Read https://example.com/a. Then', 'https://example.com/a'],
  ['Really https://example.com/a?!', 'https://example.com/a'],
  ['https://example.com.', 'https://example.com'],
  ['«https://example.com/a»', 'https://example.com/a'],
  ['„https://example.com/a“', 'https://example.com/a'],
  ['“https://example.com/a”', 'https://example.com/a'],
  ['“Read https://example.com/a.”', 'https://example.com/a'],
  ['‹https://example.com›', 'https://example.com'],
  ['https://example.com/a…', 'https://example.com/a'],
  ['https://example.com/a...', 'https://example.com/a'],
  ['https://example.com/a、次', 'https://example.com/a'],
  ['https://example.com/a。次', 'https://example.com/a'],
  ['「https://example.com/a」', 'https://example.com/a'],
  ['（https://example.com/a）', 'https://example.com/a'],
  ['https://example.com/a！', 'https://example.com/a'],
  ['<https://example.com/a>', 'https://example.com/a'],
  ['HTTPS://Example.com/A', 'HTTPS://Example.com/A'],
  ['Http://example.com', 'Http://example.com'],
  ['http://müller.de/ü?q=ä#ö', 'http://müller.de/ü?q=ä#ö'],
  ['https://例え.jp/パス', 'https://例え.jp/パス'],
  ['https://xn--mller-kva.de/', 'https://xn--mller-kva.de/'],
  ['https://example.com:8080/a?b=c&d=e#f', 'https://example.com:8080/a?b=c&d=e#f'],
  ['https://example.com/it’s', 'https://example.com/it'],
])('of %j the link is %s', (text, address) => expect(found(text)).toEqual([address]));

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.com/a',
  'mailto:ana@example.com',
  'ana@example.com',
  '//example.com/a',
  'example.com',
  'http://localhost:3000/',
  'https://user:password@example.com/',
  'https://bank.example:password@evil.example/',
  'https://bank.example@evil.example/',
  'https://',
  'xhttps://example.com',
])('%j has no link', (text) => expect(found(text)).toEqual([]));

test('several addresses of a text are found', () =>
  expect(found('https://a.example/1, https://b.example/2; and (http://c.example).')).toEqual([
    'https://a.example/1',
    'https://b.example/2',
    'http://c.example',
  ]));

test('a link is the part of the text that it names, and links never overlap', () => {
  const piece = fc.constantFrom(
    'https://a.example/',
    'b',
    '(',
    ')',
    '.',
    ' ',
    '»',
    '…',
    '@',
    'S.C.',
    '、',
    '"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
      const text = pieces.join('');
      let last = 0;
      for (const { from, to, address } of linksIn(text)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(text.slice(from, to)).toBe(address);
        expect(address).not.toMatch(/\s|[»…、]$/);
        last = to;
      }
    }),
  );
});
