import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { matchRoutes } from 'react-router';
import { INLINE_SCRIPTS, inlineScript } from '#lib/inline-scripts.ts';
import { renderedAt } from '#lib/web-addresses.ts';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { paths } from '#web/paths.ts';
import { routes } from '#web/routes.tsx';
import { renderOutlines } from '#web/server/render-outlines.tsx';
import { OUTLINES } from '../../../web/outlines.ts';
import { filesUnder } from '../../house/source-files.ts';

/* What the document shows of a screen before the app runs: web/outlines.ts. */

const ID = '01J0000000000000000000000A';

/** Opens the app's document at an address, and returns what it shows before the app runs; null if nothing. */
async function shownAt(pathname: string, session: string | null) {
  const scripts = { screens: {}, outlines: OUTLINES };
  const document = new DOMParser().parseFromString(
    `<!doctype html><html><head>${Object.entries(scripts)
      .map(
        ([id, data]) =>
          `<script type="application/json" id="${id}">${JSON.stringify(data)}</script>`,
      )
      .join(
        '',
      )}</head><body><div id="outline" hidden>${await renderOutlines()}</div></body></html>`,
    'text/html',
  );
  const localStorage = { getItem: (key: string) => (key === 'session' ? session : null) };
  const context = { document, location: { pathname, search: '' }, localStorage, URL, JSON };
  runInNewContext(inlineScript('head'), context);
  runInNewContext(inlineScript('outline'), context);
  const outline = document.getElementById('outline');
  return outline && !outline.hidden ? outline : null;
}

const headingAt = async (pathname: string, session: string | null) =>
  (await shownAt(pathname, session))?.querySelector('h1')?.textContent;

test('every screen that the app’s document opens has an outline', () => {
  const addresses = Object.values(paths).map((path) => path('*'));
  const opened = addresses
    .map((address) => address.replace(/\?.*/, ''))
    .filter((address) => renderedAt(address.replace('*', ID), () => false) === undefined);
  expect(opened.length).toBeGreaterThan(80);
  // Signing out is part of the app itself, and takes a moment only.
  expect(opened.filter((path) => !(path in OUTLINES))).toEqual([paths.logout()]);
});

test('the heading and the sentence of an outline are those of its screen', () => {
  const screens = filesUnder('web/src/features', 'shared');
  const strangers = Object.entries(OUTLINES).filter(([path, { title, lead = '' }]) => {
    const { route } = matchRoutes([...routes], path.replaceAll('*', ID))?.at(-1) ?? {};
    const [, file] = /"\.(\/[^"]+)"/.exec(String(route?.lazy)) ?? [];
    const found = screens.filter((screen) => screen.path.endsWith(String(file)));
    const near = screens.filter(({ path: one }) => found[0]?.imports.includes(one));
    const text = [...found, ...near].map((screen) => screen.text).join('\n');
    const filled = text.replace(/\$\{PRODUCT_NAME\}/g, PRODUCT_NAME);
    const isSaid = (words: string) =>
      words === '' || ["'", '"', '`'].some((quote) => filled.includes(quote + words + quote));
    return found.length !== 1 || !isSaid(title) || !isSaid(lead);
  });
  expect(strangers.map(([path]) => path)).toEqual([]);
});

test('a screen has its heading and the navigation before the app runs', async () => {
  const outline = await shownAt('/settings', '{}');
  expect(outline?.querySelector('h1')?.textContent).toBe('Settings');
  expect(outline?.querySelectorAll('nav')).toHaveLength(2);
});

test('a screen about something has its outline whatever the id', async () => {
  expect(await headingAt(`/create-inbox/${ID}`, '{}')).toBe('Send a Message');
  expect(await headingAt(`/chat-group/${ID}/name`, '{}')).toBe('Rename group');
});

test('the form to register shows the outline of a form, with its sentence and without the navigation', async () => {
  const outline = await shownAt('/register', null);
  expect(outline?.querySelector('h1')?.textContent).toBe('Register');
  expect(outline?.textContent).toContain('Free.');
  expect(outline?.querySelector('.action-bar')).not.toBeNull();
  expect(outline?.querySelector('nav')).toBeNull();
});

test('a screen that asks for one thing shows the outline of one field', async () => {
  const fields = async (path: string, session: string | null) =>
    (await shownAt(path, session))?.querySelectorAll('.skeleton:not(.action-bar *)').length;
  const ofOne = await fields('/onetime-login', null);
  expect(ofOne).toBe(2);
  expect(await fields('/settings/email', '{}')).toBe(ofOne);
  expect(await fields('/register', null)).toBe(8);
});

test('a chat shows the place of its messages, and of the next one', async () => {
  const outline = await shownAt(`/chat-viewer/${ID}`, '{}');
  expect(outline?.querySelector('.action-bar')?.textContent).toBe('Write a message');
});

test('a screen of text shows lines without faces and fields', async () => {
  for (const path of ['/privacy-policy', '/settings/leaving', '/cancel-subscription']) {
    const content = (await shownAt(path, '{}'))?.querySelectorAll('.skeleton:not(.action-bar *)');
    const shapes = [...(content ?? [])].map(({ className }) => className);
    expect(shapes.length).toBeGreaterThan(2);
    expect(shapes.filter((shape) => !/\bh-4\b/.test(shape))).toEqual([]);
  }
});

test('a list without people shows rows without faces, and Settings begin with the person', async () => {
  const faces = async (path: string) =>
    (await shownAt(path, '{}'))?.querySelectorAll('main .skeleton.rounded-full\\!').length;
  for (const path of [paths.payouts(), paths.ledger(), paths.savedReplies()])
    expect(await faces(path)).toBe(0);
  expect(await faces('/settings')).toBe(1);
  expect(await faces('/settings/notifications')).toBe(0);
});

test('a letter shows the place of its subject, its strip and its bar, and no other title', async () => {
  const outline = await shownAt(`/inbox-viewer/${ID}`, '{}');
  expect(outline?.querySelector('h1')).toBeNull();
  expect(outline?.querySelector('.skeleton.h-18')).not.toBeNull();
  expect(outline?.querySelector('.action-bar')).not.toBeNull();
});

test('the screen that asks who a letter is from has its heading below the letter', async () => {
  const outline = await shownAt(`/first-letter/${ID}/you`, null);
  expect(outline?.querySelector('main h1')?.textContent).toBe('Where does the answer go?');
});

test('without a session, a screen of the app shows the outline of the sign-in', async () => {
  expect(await headingAt('/inbox', null)).toBe('Sign in');
});

test('with a session, a screen of visitors shows the outline of Home', async () => {
  const outline = await shownAt('/register', '{}');
  expect(outline?.getAttribute('data-shape')).toBe('home');
});

test('an unknown address shows no outline', async () => {
  expect(await shownAt('/settings/something/else', '{}')).toBeNull();
});

test('a script in the document has no comments, which would come before the first paint', () => {
  const scripts = INLINE_SCRIPTS.map(inlineScript);
  expect(scripts.filter((text) => text.trim() === '' || /^\s*(\/\/|\/\*)/m.test(text))).toEqual([]);
});
