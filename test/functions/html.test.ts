import { describe, expect, test } from '@jest/globals';
import { cleanBio, sanitizeMessage } from '#functions/html.ts';

const linkTo = (href: string) => sanitizeMessage(`<p><a href="${href}">there</a></p>`);
const NOWHERE = '<p><a rel="ugc nofollow noopener" target="_blank">there</a></p>';

test('the description of a picture is cut between characters and escaped', () => {
  const alt = `${'a'.repeat(198)}\u202e😀😀`;
  const { html } = cleanBio(`<img src="data:image/png;base64,AAAA" alt="${alt}">`, () => false);
  expect(html).toBe(`<img src="picture:0" alt="${'a'.repeat(198)}😀" />`);
  const odd = cleanBio(
    `<img src="data:image/png;base64,AA" alt="${'a'.repeat(199)}😀">`,
    () => false,
  );
  expect(odd.html).toBe(`<img src="picture:0" alt="${'a'.repeat(199)}" />`);
});

describe('a link in user text', () => {
  test.each(['https://example.com/a?b=1#c', 'http://example.com'])(
    'to %s is kept, with rel attributes for user content',
    (href) =>
      expect(linkTo(href)).toBe(
        `<p><a href="${href}" rel="ugc nofollow noopener" target="_blank">there</a></p>`,
      ),
  );

  test.each([
    '/logout',
    'logout',
    '?next=1',
    '#top',
    './cancel-subscription',
    '//example.com/a',
    'https://bank.example@example.com',
    'https://a:b@example.com/',
    'http:example.com',
    'https:\\example.com',
    'https://',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'mailto:ada@example.com',
    'https://exam ple.com',
    'https://a\u202eb.com',
  ])('to %j is removed', (href) => expect(linkTo(href)).toBe(NOWHERE));

  test('has no attributes but ours', () => {
    expect(
      sanitizeMessage(
        '<a href="https://example.com" rel="opener" target="_top" onclick="x()">a</a>',
      ),
    ).toBe('<a href="https://example.com" rel="ugc nofollow noopener" target="_blank">a</a>');
  });
});
