import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/paths.ts';
import { holdRequests, openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { builtFile } from '../support/built-files.ts';
import { until } from '../support/live-phone.ts';

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
  expect(await isChosen(page, 'Home').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(paths.dashboard());
  code.release();
  await page.getByRole('heading', { level: 1, name: 'Outbound Messages' }).waitFor();
  expect(await page.locator('.pending-bar').count()).toBe(0);
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

test('a screen that was never opened before can be opened offline', async () => {
  const { page, context, complaints } = await openPhone(product.browser, product.local.url, {
    serviceWorkers: 'allow',
  });
  await page.goto(paths.home());
  // The first interaction starts the app.
  await page.keyboard.press('Tab');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // Every file that the worker lists: it caches one after the other, in an order of its own.
  const worker = await (await context.request.get('/sw.js')).text();
  const files = [...new Set(worker.match(/assets\/[\w.-]+/g))];
  expect(files.map((file) => `/${file}`)).toContain(await builtFile('OneTimeLogin.tsx'));
  const areCached = () =>
    page.evaluate(async (paths) => {
      for (const path of paths) if (!(await caches.match(`/${path}`))) return false;
      return true;
    }, files);
  await until(areCached, 30);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByLabel('Username').waitFor();
  await page.getByRole('link', { name: /one-time/i }).click();
  await page.waitForURL(`**${paths.oneTimeLogin()}`);
  expect(complaints.filter((words) => !words.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
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
