import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { FIRST_SCREENS, OF_EVERY_SCREEN } from '../../web/first-screens.ts';
import {
  holdRequests,
  isGone,
  openPhone,
  type Product,
  phoneOf,
  startProduct,
} from '../support/browser.ts';
import { blockLive } from '../support/live-phone.ts';

/* The screens whose code and data the document requests before the app runs (web/first-screens.ts). */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
});

afterAll(() => product?.stop());

/** The id in the first link of a list to a screen. */
async function idIn(page: Page, list: string, screen: string): Promise<string> {
  await page.goto(list);
  const link = page.locator(`main a[href^="${screen}/"]`).first();
  const address = (await link.getAttribute('href')) ?? '';
  return address.slice(screen.length + 1).replace(/\?.*/, '');
}

test('each request of a first screen is sent once, and the app uses its answer', async () => {
  const { page, complaints, context } = await phoneOf(product, 'ana.markovic');
  // A connection asks again for what it may have missed before.
  await blockLive(page);
  const ids: Record<string, string> = {
    '/inbox-viewer/*': await idIn(page, paths.inbox(), '/inbox-viewer'),
    '/order-viewer/*': await idIn(page, paths.orders(), '/order-viewer'),
    '/chat-viewer/*': await idIn(page, paths.chat(), '/chat-viewer'),
  };
  for (const [path, { requests }] of Object.entries(FIRST_SCREENS)) {
    const id = ids[path] ?? '';
    const sent: string[] = [];
    page.removeAllListeners('request');
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/^\/(api|refreshToken)/.test(pathname)) sent.push(pathname + search);
    });
    await page.goto(path.replace('*', id));
    await page.locator('#app h1').waitFor();
    await page.waitForFunction(() => Object.keys(globalThis.early ?? { none: 0 }).length === 0);
    const expected = [...OF_EVERY_SCREEN, ...requests].map((one) => one.replace('*', id));
    expect(sent).toEqual(expect.arrayContaining(['/refreshToken', ...expected]));
    // Opening a message marks it as read, which changes the figures.
    const lasting = expected.filter((one) => !one.includes('viewDashboardStats'));
    const twice = lasting.filter((one) => sent.indexOf(one) !== sent.lastIndexOf(one));
    expect([path, twice]).toEqual([path, []]);
    await isGone(page.locator('#outline'));
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ['ben.okafor', paths.inbox(), 'Inbound Messages'],
  ['ben.okafor', paths.subscription(), 'Subscription'],
  ['', paths.register(), 'Register'],
])(
  '%s sees the outline of %s while its code loads, and then the screen',
  async (who, path, title) => {
    const { page, context } = who
      ? await phoneOf(product, who)
      : await openPhone(product.browser, product.local.url);
    const scripts = await holdRequests(page, '**/assets/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('#outline').getByText(title, { exact: true }).waitFor();
    scripts.release();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await isGone(page.locator('#outline'));
    await context.close();
  },
);

test('nothing is requested for somebody who is not signed in', async () => {
  const { page, context } = await openPhone(product.browser, product.local.url);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/(api|refreshToken)/.test(request.url())) sent.push(request.url());
  });
  await page.goto(paths.inbox());
  await page.waitForURL(`**${paths.login()}*`);
  expect(sent).toEqual([]);
  await context.close();
});
