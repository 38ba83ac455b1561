import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hashPassword } from '#functions/auth/passwords.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { newAccount } from '#lib/local/new-account.ts';
import { instant } from '#shared/time.ts';
import { plantConversations } from '#test/support/plant-conversations.ts';
import { paths } from '#web/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { blockLive } from '../support/live-phone.ts';

/* Long lists: new rows appear without a reload, and Back returns to the same row. */

const PASSWORD = 'Letters-4-all';
const PAGES = 3;

let product: Product;
let recipient: User;

beforeAll(async () => {
  product = await startProduct({ seed: false });
  const passwordHash = await hashPassword(PASSWORD);
  recipient = await register('ana.reader', 'Ana Reader', passwordHash);
  const sender = await register('ben.writer', 'Ben Writer', passwordHash);
  await plant(sender, 'OPEN', 50);
});
afterAll(() => product?.stop());

const register = (username: string, fullName: string, passwordHash: string): Promise<User> =>
  newAccount(
    { username, fullName, passwordHash, licenseId: 'FREE', paidResponseCommitment: 10 },
    instant(product.local.clock.now()),
  );

const plant = (sender: User, status: 'OPEN' | 'PENDING', count: number) =>
  plantConversations(
    { sender, recipient, status, until: instant(product.local.clock.now()) },
    count,
  );

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Inbound Messages' }).getByRole('listitem');

async function loadAll(page: Page): Promise<void> {
  for (let loaded = 1; loaded < PAGES; loaded += 1) {
    await page.getByRole('button', { name: /Load older/i }).click();
    await rows(page)
      .nth(loaded * 20)
      .waitFor();
  }
}

test('Back returns to the same filter and row without reloading the pages of the list', async () => {
  const { page, context, complaints } = await openPhone(product.browser, product.local.url);
  await blockLive(page);
  await signIn(page, 'ana.reader', PASSWORD);
  await page.goto(`${paths.inbox()}?filter=OPEN`);
  await rows(page).first().waitFor();
  await loadAll(page);
  const row = rows(page).nth(45).getByRole('link');
  await row.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(1_000);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/viewInboxList')) asked.push(request.url());
  });
  await rows(page).nth(45).getByRole('link').click();
  await page.waitForURL('**/inbox-viewer/**');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.waitForURL(`**${paths.inbox()}?filter=OPEN`);
  await rows(page).nth(49).waitFor();
  await page.waitForFunction((there) => Math.abs(window.scrollY - there) < 2, scrolled);
  expect(asked.filter((address) => address.includes('cursor'))).toEqual([]);
  await context.close();
  expect(complaints).toEqual([]);
});

test('a new paid message appears in the open inbox in its sorted position, and the loaded rows stay', async () => {
  const { page, context } = await openPhone(product.browser, product.local.url);
  await page.clock.install();
  await blockLive(page);
  await signIn(page, 'ana.reader', PASSWORD);
  await page.goto(paths.dashboard());
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Inbox' })
    .click();
  await rows(page).first().waitFor();
  await loadAll(page);
  const carl = await register('carl.writer', 'Carl Writer', '');
  await plant(carl, 'PENDING', 1);
  const answer = page.waitForResponse('**/api/viewInboxList?filter=ALL');
  await page.clock.fastForward(30_000);
  await answer;
  await rows(page).first().getByText('Carl Writer').waitFor();
  expect(await rows(page).count()).toBe(51);
  await context.close();
});

test('the rows of a list do not move while a pointer is pressed', async () => {
  const { page, context } = await openPhone(product.browser, product.local.url);
  await page.clock.install();
  await blockLive(page);
  await signIn(page, 'ana.reader', PASSWORD);
  await page.goto(paths.inbox());
  const first = rows(page).first();
  await first.getByText('Carl Writer').waitFor();
  const dora = await register('dora.writer', 'Dora Writer', '');
  await plant(dora, 'PENDING', 1);
  await first.dispatchEvent('pointerdown');
  const answer = page.waitForResponse('**/api/viewInboxList?filter=ALL');
  await page.clock.fastForward(30_000);
  await (await answer).finished();
  expect(await first.getByText('Carl Writer').count()).toBe(1);
  await first.dispatchEvent('pointerup');
  await page.clock.fastForward(1_000);
  await first.getByText('Dora Writer').waitFor();
  await context.close();
});

test('Back returns to the same row of a long list, of which only a part is in the document', async () => {
  const eve = await register('eve.writer', 'Eve Writer', '');
  await plant(eve, 'OPEN', 60);
  const { page, context, complaints } = await openPhone(product.browser, product.local.url);
  await signIn(page, 'ana.reader', PASSWORD);
  await page.goto(`${paths.inbox()}?filter=OPEN`);
  await rows(page).first().waitFor();
  // Loads all rows, and goes to the last one.
  await page.waitForFunction(() => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
      /Load older/i.test(textContent ?? ''),
    );
    button?.click();
    window.scrollTo(0, document.documentElement.scrollHeight);
    return document.querySelector('li[aria-posinset="110"]');
  });
  expect(await rows(page).count()).toBeLessThan(60);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  const row = page.locator('li[aria-posinset="55"]');
  await row.scrollIntoViewIfNeeded();
  const topOf55 = () => row.evaluate((element) => element.getBoundingClientRect().top);
  const [top, scrolled] = [await topOf55(), await page.evaluate(() => window.scrollY)];
  await row.getByRole('link').click();
  await page.waitForURL('**/inbox-viewer/**');
  await page.goBack();
  await row.waitFor();
  await page.waitForFunction((there) => Math.abs(window.scrollY - there) < 2, scrolled);
  expect(Math.abs((await topOf55()) - top)).toBeLessThan(2);
  await context.close();
  expect(complaints).toEqual([]);
});
