import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import {
  holdRequests,
  isGone,
  openPhone,
  type Product,
  signIn,
  startProduct,
} from '../support/browser.ts';
import { builtFile } from '../support/built-files.ts';
import { until } from '../support/until.ts';

/* Opening a screen while its code or data loads slowly. A gate holds the requests, so tests need no timers. */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
});
afterAll(() => product?.stop());

/** Signs in and waits until the first screen is shown: only then nothing but the test causes requests and navigations. */
async function openHome(page: Page): Promise<void> {
  await signIn(page, 'ben.okafor');
  await page.goto(paths.dashboard());
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name });
const isChosen = (page: Page, name: string) => place(page, name).and(page.locator('[data-chosen]'));
const pendingWords = (page: Page) =>
  page.getByRole('status').locator('.pending-words', { hasText: 'Loading...' });

test('a pressed navigation item is selected at once, and "Loading..." is shown until its code has loaded', async () => {
  const { page, context, complaints } = await openPhone(product.browser, product.local.url);
  const code = await holdRequests(page, `**${await builtFile('Orders.tsx')}`);
  await openHome(page);
  await isChosen(page, 'Home').waitFor();
  await place(page, 'Outbox').click();
  await isChosen(page, 'Outbox').waitFor();
  await page.locator('.pending-bar').waitFor();
  await pendingWords(page).waitFor();
  await isGone(isChosen(page, 'Home'));
  expect(new URL(page.url()).pathname).toBe(paths.dashboard());
  code.release();
  await page.getByRole('heading', { level: 1, name: 'Outbound Messages' }).waitFor();
  await isGone(page.locator('.pending-bar'));
  expect(await place(page, 'Outbox').getAttribute('aria-current')).toBe('page');
  await context.close();
  expect(complaints).toEqual([]);
});

test('touching a link starts loading the code of its screen', async () => {
  const { page, context } = await openPhone(product.browser, product.local.url);
  await openHome(page);
  const asked = page.waitForRequest(`**${await builtFile('Settings.tsx')}`);
  await page.getByRole('link', { name: 'Settings' }).dispatchEvent('pointerdown');
  await asked;
  expect(new URL(page.url()).pathname).toBe(paths.dashboard());
  await context.close();
});

test('the code of the five main screens loads when the browser is idle', async () => {
  const { page, context } = await openPhone(product.browser, product.local.url, {
    savesData: false,
  });
  const files = await Promise.all(
    ['Inbox.tsx', 'Orders.tsx', 'UserSearch.tsx', 'MyProfile.tsx'].map(builtFile),
  );
  const asked = Promise.all(files.map((file) => page.waitForRequest(`**${file}`)));
  await openHome(page);
  await page.reload();
  await asked;
  await context.close();
});

/** Resolves when the service worker has cached every file that it lists: it does so one after the other, in an order of its own. */
async function screensAreCached(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const worker = await (await page.request.get('/sw.js')).text();
  const files = [...new Set(worker.match(/assets\/[\w.-]+/g))];
  const areCached = () =>
    page.evaluate(async (paths) => {
      for (const path of paths) if (!(await caches.match(`/${path}`))) return false;
      return true;
    }, files);
  await until(areCached);
  return files;
}

test('a screen that was never opened before can be opened offline', async () => {
  const { page, context, complaints } = await openPhone(product.browser, product.local.url, {
    serviceWorkers: 'allow',
  });
  await page.goto(paths.home());
  // The first interaction starts the app.
  await page.keyboard.press('Tab');
  const files = await screensAreCached(page);
  expect(files.map((file) => `/${file}`)).toContain(await builtFile('OneTimeLogin.tsx'));
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByLabel('Username').waitFor();
  await page.getByRole('link', { name: /one-time/i }).click();
  await page.waitForURL(`**${paths.oneTimeLogin()}`);
  expect(complaints.filter((words) => !words.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await context.close();
});

test('each kind of page says after a reload without a connection that it cannot be loaded, and loads when it is back', async () => {
  const { page, context } = await openPhone(product.browser, product.local.url, {
    serviceWorkers: 'allow',
  });
  await openHome(page);
  await page.goto(paths.orders());
  const letter = page.getByRole('link', { name: /Refused at the counter, what now/ });
  const deepLink = (await letter.getAttribute('href')) ?? '';
  await screensAreCached(page);
  const again = page.getByRole('button', { name: 'Try again' }).first();
  for (const [path, content] of [
    [paths.orders(), letter],
    [deepLink, page.getByRole('heading', { name: /Refused at the counter/ })],
    [paths.profile('ana.markovic'), page.getByRole('heading', { name: 'Ana Marković' })],
  ] as const) {
    await page.goto(path);
    await content.first().waitFor();
    await context.setOffline(true);
    await page.reload();
    await page
      .getByText(/couldn’t|No internet connection/)
      .first()
      .waitFor();
    await again.waitFor();
    expect([path, await page.locator('.skeleton').count()]).toEqual([path, 0]);
    await context.setOffline(false);
    // A browser that notices the connection loads the page by itself, and the button goes.
    await again.evaluateAll((buttons) => (buttons[0] as HTMLElement | undefined)?.click());
    await content.first().waitFor();
  }
  await context.close();
});

test('after a form is sent, Back leads from its page to the one before', async () => {
  const { page, context } = await openPhone(product.browser, product.local.url);
  await openHome(page);
  const at = (path: string) => page.waitForURL((url) => url.pathname.startsWith(path));
  await place(page, 'Outbox').click();
  await page.getByRole('link', { name: /Refused at the counter, what now/ }).click();
  await at(paths.orderViewer(''));
  await page.getByRole('link', { name: 'Reply for free' }).click();
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Thank you.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await at(paths.orderViewer(''));
  await page.getByText('Thank you.').waitFor();
  await page.goBack();
  await at(paths.orders());
  await context.close();
});
