import { expect, test } from '@jest/globals';
import { cleanFragment } from '#web/ui/clean-fragment.ts';

/* User-written HTML, reduced to what the rich-text fields allow. test/e2e/written-html.test.ts attacks it in a browser. */

function cleaned(html: string): string {
  const box = document.createElement('div');
  box.append(cleanFragment(html));
  return box.innerHTML;
}

test.each([
  '<p>Two <strong>bold</strong> and <em>quiet</em> words<br>on two lines</p>',
  '<ul><li><p>One</p></li><li><p><u>Two</u></p></li></ul>',
  '<p>See <a href="https://example.com/a?b=c">this</a></p>',
  '<p><small>What have you tried?</small></p><p>All</p>',
  '<img src="/media/bios/1/a.jpg" alt="My desk" width="40" height="30">',
])('%s stays as it is', (html) => {
  expect(cleaned(html)).toBe(html);
});

test('an element that is not allowed is replaced by its children', () => {
  expect(cleaned('<section><h1>Hello <b>you</b></h1></section>')).toBe('Hello <b>you</b>');
});

test.each(['script', 'style', 'title', 'iframe', 'noscript', 'textarea', 'svg', 'math'])(
  'an element %s disappears with its text',
  (tag) => {
    expect(cleaned(`<p>Hello</p><${tag}>alert(1)</${tag}>`)).toBe('<p>Hello</p>');
  },
);

test('attributes that are not allowed disappear', () => {
  expect(cleaned('<p id="a" style="color:red" onclick="alert(1)" data-x="1">Hello</p>')).toBe(
    '<p>Hello</p>',
  );
});

test('a link to something other than a web address has no address', () => {
  expect(cleaned('<a href="javascript:alert(1)">Hello</a>')).toBe('<a>Hello</a>');
});

test('a form that hides its own properties behind its fields is replaced by its text', () => {
  const fields = ['firstChild', 'matches', 'localName', 'parentNode', 'nodeType', 'attributes'];
  const inputs = fields.map((name) => `<input name="${name}">`).join('');
  expect(cleaned(`<form>${inputs}<b>Hello</b><script>alert(1)</script></form>`)).toBe(
    '<b>Hello</b>',
  );
});
