import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import {
  isGone,
  openPhone,
  type Product,
  sendSignIn,
  signIn,
  startProduct,
} from '../support/browser.ts';
import { builtFile } from '../support/built-files.ts';

/* Browsers that refuse storage, block files, or translate the page. docs/product/browsers.md */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
});

afterAll(() => product?.stop());

const FAILED = 'Something went wrong';

async function openedScreens(page: Page, addresses: readonly string[]): Promise<string[]> {
  const broken: string[] = [];
  for (const address of addresses) {
    await page.evaluate((to) => {
      const { idx = 0 } = history.state ?? {};
      history.pushState({ idx: idx + 1, key: `test-${idx}`, usr: null }, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await page.waitForURL(`**${address}`);
    await settle(page);
    if ((await page.locator('main').textContent())?.includes(FAILED)) broken.push(address);
  }
  return broken;
}

/** Waits until a screen has its heading and no skeletons. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => !document.querySelector('main .skeleton, .pending-bar'));
}

/** Makes a browser as with blocked cookies: reading the properties throws. Runs in the page. */
function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  const get = { get: refuse, configurable: true };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
    Object.defineProperty(window, name, get);
  Object.defineProperty(navigator, 'serviceWorker', get);
  Object.defineProperty(navigator, 'cookieEnabled', { value: false });
  Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
  const { locks } = navigator;
  Object.defineProperty(locks, 'request', { value: async () => refuse() });
  Object.assign(window, {
    BroadcastChannel: class {
      constructor() {
        refuse();
      }
    },
  });
}

/** Drops the cookies that the server sets. */
async function dropCookies(context: BrowserContext): Promise<void> {
  await context.route(/refreshToken|authenticate/, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['set-cookie'];
    await route.fulfill({ response, headers });
    await context.clearCookies();
  });
}

/** Makes a browser with a full disk. Runs in the page. */
function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
}

const SCREENS = [
  paths.inbox(),
  paths.orders(),
  paths.userSearch(),
  paths.myProfile(),
  paths.settings(),
  paths.editProfile(),
  paths.accountBalance(),
  paths.subscription(),
  paths.userLinks(),
  paths.helpTicket(),
  paths.profile('lucia.prado'),
  paths.dashboard(),
];

describe('a browser that refuses storage', () => {
  test('signs in, opens every main screen, and stays signed in when the access token is refreshed', async () => {
    const { page, context, complaints } = await openPhone(product.browser, product.local.url);
    await dropCookies(context);
    await context.addInitScript(refuseStorage);
    await page.goto(paths.profile('lucia.prado'));
    await page.getByRole('link', { name: /Contact for/ }).click();
    await page.waitForURL(`**${paths.login()}*`);
    await sendSignIn(page, 'ben.okafor', DEMO_PASSWORD);
    await isGone(page.getByLabel('Username'));
    expect(await openedScreens(page, SCREENS)).toEqual([]);
    // The server refuses the access token as if it had expired; the page refreshes it without a cookie.
    let refusals = 0;
    await page.route('**/api/viewSavedReplies*', async (route) => {
      refusals += 1;
      if (refusals > 1) return route.continue();
      return route.fulfill({ status: 401, json: { status: 'UNAUTHENTICATED', message: '' } });
    });
    expect(await openedScreens(page, [paths.savedReplies()])).toEqual([]);
    expect(refusals).toBeGreaterThan(1);
    expect(new URL(page.url()).pathname).toBe(paths.savedReplies());
    await context.close();
    expect(complaints).toEqual([]);
  });

  test('shows the registration, the sign-in and the landing page', async () => {
    const { page, context, complaints } = await openPhone(product.browser, product.local.url);
    await context.addInitScript(refuseStorage);
    for (const address of [paths.home(), paths.register(), paths.login(), paths.forgetPassword()]) {
      await page.goto(address);
      // The first interaction starts the app on a page that the server rendered.
      await page.keyboard.press('Tab');
      await settle(page);
      expect(await page.locator('body').textContent()).not.toContain(FAILED);
    }
    await context.close();
    expect(complaints).toEqual([]);
  });
});

test('a browser with a full disk opens every main screen', async () => {
  const { page, context, complaints } = await openPhone(product.browser, product.local.url);
  await signIn(page, 'ben.okafor');
  await context.addInitScript(fillStorage);
  await page.goto(paths.dashboard());
  expect(await openedScreens(page, SCREENS)).toEqual([]);
  await context.close();
  expect(complaints).toEqual([]);
});

describe('a content blocker', () => {
  test('finds no words in the names of the files that the app loads', async () => {
    const { page, context } = await openPhone(product.browser, product.local.url, {
      savesData: false,
    });
    const files = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) files.add(pathname);
    });
    await signIn(page, 'ana.markovic');
    await page.goto(paths.dashboard());
    await settle(page);
    await openedScreens(page, [paths.analytics(), paths.share()]);
    await context.close();
    expect(files.size).toBeGreaterThan(5);
    expect([...files].filter((file) => !/^\/assets\/[0-9a-f]{12}\.js$/.test(file))).toEqual([]);
  });

  test('that blocks the code of a screen or of a part leaves the rest of the app usable', async () => {
    const { page, context } = await openPhone(product.browser, product.local.url);
    for (const module of ['Analytics.tsx', 'Share.tsx', 'ConversationMenu.tsx'])
      await context.route(`**${await builtFile(module)}`, (route) => route.abort());
    await signIn(page, 'ana.markovic');
    await page.goto(paths.dashboard());
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(paths.analytics());
    await page.getByText('This page couldn’t be loaded.').waitFor();
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await page.getByRole('heading', { name: 'Inbound Messages' }).waitFor();
    await page
      .locator(`a[href^="${paths.inboxViewer('')}"]`)
      .first()
      .click();
    await page.getByText('A part of this page didn’t load.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.close();
  });

  test('that blocks any one request of Home leaves the rest of Home', async () => {
    const { page, context } = await openPhone(product.browser, product.local.url);
    await signIn(page, 'ana.markovic');
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.add(pathname);
    });
    await page.goto(paths.dashboard());
    await settle(page);
    // Without the account itself nobody knows whose Home it is.
    asked.delete('/api/checkUser');
    expect(asked.size).toBeGreaterThan(3);
    const broken: string[] = [];
    for (const path of [...asked]) {
      await page.route(`**${path}*`, (route) => route.abort());
      await page.reload();
      await settle(page);
      const words = (await page.locator('#app').textContent()) ?? '';
      if (words.includes(FAILED) || !words.includes(', Ana')) broken.push(path);
      await page.unroute(`**${path}*`);
    }
    expect(broken).toEqual([]);
    await context.close();
  });
});

/** Replaces every text by a `<font>`, now and after each change, as Google Translate does. Runs in the page. */
function translatePage(): void {
  const isLeft = (text: Text) =>
    text.data.trim() === '' ||
    text.parentElement?.closest('font, script, style, textarea, svg, [translate=no]');
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (isLeft(text)) continue;
      const font = document.createElement('font');
      font.appendChild(document.createElement('font')).textContent = text.data;
      text.replaceWith(font);
    }
  };
  const start = () => {
    translate(document.body);
    let isDue = false;
    new MutationObserver(() => {
      if (isDue) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        translate(document.body);
      });
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  if (document.body) start();
  else addEventListener('DOMContentLoaded', start);
}

describe('a page that is translated', () => {
  test('keeps every main screen working', async () => {
    const { page, context, complaints } = await openPhone(product.browser, product.local.url);
    await context.addInitScript(translatePage);
    await signIn(page, 'ana.markovic');
    await page.goto(paths.dashboard());
    await settle(page);
    expect(await openedScreens(page, SCREENS)).toEqual([]);
    await openedScreens(page, [paths.inbox()]);
    await page
      .locator(`a[href^="${paths.inboxViewer('')}"]`)
      .first()
      .click();
    await page.waitForURL(`**${paths.inboxViewer('')}*`);
    await settle(page);
    await page.goBack();
    await page.waitForURL(`**${paths.inbox()}`);
    await settle(page);
    expect(await page.locator('main').textContent()).not.toContain(FAILED);
    await context.close();
    expect(complaints).toEqual([]);
  });

  test('searches again and again', async () => {
    const { page, context, complaints } = await openPhone(product.browser, product.local.url);
    await context.addInitScript(translatePage);
    await signIn(page, 'ana.markovic');
    await page.goto(paths.userSearch());
    const box = page.getByRole('searchbox');
    for (const name of ['luci', 'nobody at all', 'okafor', '', 'prado']) {
      await box.fill(name);
      await settle(page);
    }
    await page.getByText('Lucía Prado').or(page.getByText('Lucia Prado')).first().waitFor();
    expect(await page.locator('main').textContent()).not.toContain(FAILED);
    await context.close();
    expect(complaints).toEqual([]);
  });

  test('hydrates a page that the server rendered', async () => {
    const { page, context } = await openPhone(product.browser, product.local.url);
    await context.addInitScript(translatePage);
    await page.goto(paths.profile('ana.markovic'));
    await page.getByRole('tab', { name: 'Links' }).click();
    await page.locator('[role=tab][aria-selected=true]', { hasText: 'Links' }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain(FAILED);
    await context.close();
  });
});
