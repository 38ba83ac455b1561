import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { checkScreen } from '../support/accessibility-checks.ts';
import { isGone, openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import {
  countPermissionPrompts,
  notificationButton,
  PASSWORD,
  permissionPrompts,
  startNotifiedCreator,
} from '../support/notified-creator.ts';

/*
 * The notification screens of a creator: offered at a useful time, turned on, received, turned off. The packaged
 * browser denies notifications, so its permission is replaced here. test/web/notifications/service-worker.test.ts
 * tests the service worker, and full-browser.test.ts everything in a full browser.
 */

let product: Product;
let phone: Awaited<ReturnType<typeof openPhone>>;
let page: Page;
let ana: Awaited<ReturnType<typeof startNotifiedCreator>>;

beforeAll(async () => {
  product = await startProduct({ seed: false });
  ana = await startNotifiedCreator(product.local);
  phone = await openPhone(product.browser, product.local.url, { serviceWorkers: 'allow' });
  page = phone.page;
  await replacePermission(phone.context);
  await countPermissionPrompts(phone.context);
  await signIn(page, ana.username, PASSWORD);
});

afterAll(() => product?.stop());

/** Replaces the browser's permission: it is undecided until the app asks, and then granted. */
async function replacePermission(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const KEY = 'browser-permission';
    Object.defineProperty(Notification, 'permission', {
      get: () => sessionStorage.getItem(KEY) ?? 'default',
    });
    Notification.requestPermission = async () => {
      sessionStorage.setItem(KEY, 'granted');
      return 'granted';
    };
  });
}

const tellMe = () => page.getByRole('checkbox', { name: /Notifications on this device/ });
const showNames = () => page.getByRole('checkbox', { name: /Show names and subjects/ });

test('a creator without messages is not asked about notifications', async () => {
  await page.goto(paths.inbox());
  await page.getByText('NO MESSAGES AT THIS TIME').waitFor();
  await isGone(notificationButton(page));
  expect(await permissionPrompts(page)).toBe(0);
});

test('after the first message a card offers notifications, and the browser asks for permission only after a press', async () => {
  await ana.somebodyPays('A dry winter');
  await page.goto(paths.inbox());
  await notificationButton(page).waitFor();
  expect(await checkScreen(phone, 'the inbox that asks')).toEqual([]);
  expect(await permissionPrompts(page)).toBe(0);
  await notificationButton(page).click();
  await page.getByText('This device gets notifications.').waitFor();
  expect(await permissionPrompts(page)).toBe(1);
});

test('a device with notifications is notified about the next message, without a name', async () => {
  const id = await ana.somebodyPays('A very dry winter');
  const [newest] = await ana.arrivals();
  expect(newest).toMatchObject({
    title: 'A paid letter is waiting',
    body: 'You have 10 days to answer it.',
    url: paths.inboxViewer(id),
    tag: `conversation:${id}`,
  });
});

test('a device that allows names and subjects receives them in notifications', async () => {
  await page.goto(paths.settings());
  await tellMe().waitFor();
  expect(await checkScreen(phone, 'settings, told')).toEqual([]);
  await showNames().click();
  await page.waitForFunction(
    () => JSON.parse(localStorage.getItem('notifications') ?? '{}').showText === true,
  );
  await ana.somebodyPays('Cracks in the top');
  expect((await ana.arrivals())[0]).toMatchObject({
    to: 'Ana Marković',
    title: expect.stringMatching(/^Sender \d+ paid for your answer$/),
    body: 'Cracks in the top',
  });
});

test('a device whose notifications are turned off receives none until they are turned on again', async () => {
  await page.goto(paths.settings());
  const before = (await ana.arrivals()).length;
  await tellMe().click();
  await isGone(showNames());
  await ana.somebodyPays('Nobody hears this');
  expect(await ana.arrivals()).toHaveLength(before);
  await tellMe().click();
  await showNames().waitFor();
  await ana.somebodyPays('Somebody hears this');
  expect(await ana.arrivals()).toHaveLength(before + 1);
});

test('a device receives no notifications after signing out', async () => {
  const before = (await ana.arrivals()).length;
  await page.goto(paths.logout());
  await page.waitForURL(`**${paths.login()}`);
  await ana.somebodyPays('After signing out');
  expect(await ana.arrivals()).toHaveLength(before);
  expect(await page.evaluate(() => localStorage.getItem('notifications'))).toBeNull();
});

test('a user who pressed "Not now" is not asked about notifications again on any screen', async () => {
  const other = await openPhone(product.browser, product.local.url, {
    colorScheme: 'dark',
    serviceWorkers: 'allow',
  });
  await replacePermission(other.context);
  await countPermissionPrompts(other.context);
  await signIn(other.page, ana.username, PASSWORD);
  await other.page.goto(paths.inbox());
  await other.page.getByRole('button', { name: 'Not now' }).click();
  await isGone(notificationButton(other.page));
  await other.page.goto(paths.orders());
  await other.page.goto(paths.inbox());
  await other.page.getByText('After signing out').waitFor();
  await isGone(notificationButton(other.page));
  expect(await permissionPrompts(other.page)).toBe(0);
});
