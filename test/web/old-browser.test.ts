import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { inlineScript } from '#lib/inline-scripts.ts';

const SCRIPT = inlineScript('old-browser');
const PAGE = '/old-browser.html';

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html');

/** Opens a document in a browser that knows these features of CSS. Returns where it goes. */
function browser(html: string, features: readonly string[]) {
  const document = parsed(html);
  const location = { href: '/' };
  const css = { supports: (property: string) => features.includes(property) };
  runInNewContext(SCRIPT, { window: { CSS: css }, document, location });
  return { document, location };
}

const APP = '<!doctype html><html><body><div id="app"></div></body></html>';
const RENDERED =
  '<!doctype html><html data-code="/assets/a.js"><body><form><button type="button"><b>More</b></button></form></body></html>';
const SUPPORTED = ['container-type', 'height'];

describe('a browser that is too old', () => {
  test.each([[[]], [['height']], [['container-type']]])(
    'with the features %j is shown which browsers work, in place of a screen of the app',
    (features) => {
      expect(browser(APP, features).location.href).toBe(PAGE);
    },
  );

  test('without CSS.supports is shown the same', () => {
    const location = { href: '/' };
    runInNewContext(SCRIPT, { window: {}, document: parsed(APP), location });
    expect(location.href).toBe(PAGE);
  });

  test('can read a rendered page until somebody presses a button there', () => {
    const { document, location } = browser(RENDERED, []);
    document.body.click();
    expect(location.href).toBe('/');
    document.querySelector('b')?.click();
    expect(location.href).toBe(PAGE);
  });

  test('can read a rendered page until somebody sends a form there', () => {
    const { document, location } = browser(RENDERED, []);
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true }));
    expect(location.href).toBe(PAGE);
  });
});

test('a supported browser stays where it is', () => {
  expect(browser(APP, SUPPORTED).location.href).toBe('/');
  const { document, location } = browser(RENDERED, SUPPORTED);
  document.querySelector('b')?.click();
  expect(location.href).toBe('/');
});

describe('the inline script of the document', () => {
  const HEAD = inlineScript('head');

  /** Runs the script where some built-ins are missing. Returns what the page then has. */
  function startWithout(remove: string): { canParse: unknown; sorted: number[]; kept: number[] } {
    const document = parsed('<script id="screens">{}</script><script id="outlines">{}</script>');
    const location = { pathname: '/', search: '' };
    return runInNewContext(
      `${remove}; ${HEAD};
      const kept = [3, 1, 2];
      ({
        canParse: ['https://a.example', 'a', ['/a', 'https://a.example']].map((one) => URL.canParse(...[one].flat())),
        sorted: [...kept.toSorted((one, other) => one - other), ...kept.toReversed()],
        kept,
        named: Object.keys([]),
      })`,
      { document, location, URL: class extends URL {}, localStorage: { getItem: () => null } },
    );
  }

  test('adds the built-ins that the oldest supported browsers lack', () => {
    const without =
      'URL.canParse = undefined; delete Array.prototype.toSorted; delete Array.prototype.toReversed';
    expect(startWithout(without)).toEqual({
      canParse: [true, false, true],
      sorted: [1, 2, 3, 2, 1, 3],
      kept: [3, 1, 2],
      named: [],
    });
  });

  test('leaves those of newer browsers as they are', () => {
    expect(startWithout('').canParse).toEqual([true, false, true]);
  });

  test('marks a browser without passkeys', () => {
    const document = parsed('<script id="screens">{}</script><script id="outlines">{}</script>');
    const page = { document, URL, location: { pathname: '/', search: '' } };
    runInNewContext(HEAD, page);
    expect(document.documentElement.dataset.noPasskeys).toBe('');
    delete document.documentElement.dataset.noPasskeys;
    runInNewContext(HEAD, { ...page, PublicKeyCredential: class {} });
    expect(document.documentElement.dataset.noPasskeys).toBeUndefined();
  });
});
