import { readFileSync } from 'node:fs';
import { afterEach, expect, jest, test } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { deviceStatus } from '#web/features/notifications/device.ts';
import { share } from '#web/features/profiles/share.ts';
import { CodeBoxes } from '#web/ui/CodeBoxes.tsx';
import { manifest } from '../../web/manifest.ts';
import { filesUnder } from '../house/source-files.ts';

/* The app on the home screen of a phone. docs/product/browsers.md#installed-on-a-phone */

const read = (path: string) => readFileSync(new URL(`../../web/${path}`, import.meta.url));
const document = new DOMParser().parseFromString(String(read('index.html')), 'text/html');
const contentOf = (selector: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${selector}"]`)?.content;

/** The color of the paper in each scheme. */
const [, light = '', dark = ''] =
  /--paper: light-dark\((#\w{6}), (#\w{6})\)/.exec(String(read('src/styles/tokens.css'))) ?? [];

test('the status bar has the color of the paper in both schemes', () => {
  const colors = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  expect(colors.map((meta) => [meta.getAttribute('media'), meta.content.toLowerCase()])).toEqual([
    ['(prefers-color-scheme: light)', light],
    ['(prefers-color-scheme: dark)', dark],
  ]);
});

test('the splash screen has the color of the paper, the name and an icon', () => {
  expect(
    [manifest.background_color, manifest.theme_color].map((color) => color?.toLowerCase()),
  ).toEqual([light, light]);
  expect([manifest.display, manifest.name]).toEqual([
    'standalone',
    contentOf('apple-mobile-web-app-title'),
  ]);
});

test('the icon of the home screen of an iPhone is a square of 180 px without transparency', () => {
  const href = document
    .querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]')
    ?.getAttribute('href');
  const png = read(`public${href}`);
  // The header of a PNG: its width, height, and type of color, of which 2 has no alpha channel.
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[25]]).toEqual([180, 180, 2]);
});

test('the page reaches under the notch, and can be zoomed', () => {
  const viewport = contentOf('viewport') ?? '';
  expect(viewport).toContain('viewport-fit=cover');
  expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
});

test('no height is that of the screen without its bars', () => {
  const sources = filesUnder('web/src').filter(({ text }) =>
    /\b100vh\b|\b(min-|max-)?h-screen\b/.test(text),
  );
  expect(sources.map(({ path }) => path)).toEqual([]);
});

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

test('an iPhone can show notifications only once the app is on its home screen', () => {
  expect(deviceStatus()).toBe('unsupported');
  jest
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
  expect(deviceStatus()).toBe('install');
  const { matchMedia } = window;
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches: query === '(display-mode: standalone)',
  }));
  expect(deviceStatus()).toBe('unsupported');
});

test('the keyboard suggests the code of a text message for the field of the code', () => {
  const html = renderToStaticMarkup(createElement(CodeBoxes, { value: '', onValueChange() {} }));
  expect(html.match(/<input[^>]*>/g)).toEqual([
    expect.stringMatching(/inputmode="numeric".*autocomplete="one-time-code"/i),
  ]);
});

test('a link is shared with the share sheet, and closing the sheet is no error', async () => {
  const link = { url: 'https://replypaid.test/ana', text: 'Ask Ana' };
  const shown = jest.fn((_: ShareData) => Promise.reject(new DOMException('closed', 'AbortError')));
  Object.assign(navigator, { share: shown });
  await share(link);
  expect(shown).toHaveBeenCalledWith(link);
});
