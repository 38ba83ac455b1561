import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { hashPassword } from '#functions/auth/passwords.ts';
import { holderOfUsername } from '#functions/storage/accounts/users.ts';
import { reservePaidMessage } from '#functions/storage/month-counters.ts';
import { table } from '#functions/storage/table.ts';
import type { Local } from '#lib/local/local.ts';
import { newAccount } from '#lib/local/new-account.ts';
import { instant, monthOf } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { holdRequests, openPhone, type Product, signIn, startProduct } from '../support/browser.ts';

/* Searching for users on a phone. Each test continues from the previous one. */

const PASSWORD = 'Letters-4-all';
const MARTAS = 27;

let product: Product;
let local: Local;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  product = await startProduct({ seed: false });
  ({ local, browser } = product);
  await register('ben.okafor', 'Ben Okafor', await hashPassword(PASSWORD));
  for (let nth = 1; nth <= MARTAS; nth += 1) {
    const number = String(nth).padStart(2, '0');
    await register(`m.${number}`, `Márta Number ${number}`);
  }
  await register('silent.sam', 'Silent Sam', '', 0);
  await register('busy.cara', 'Cara Crowded', '', 1);
  await fillMonthOf('busy.cara');
  // The search index is updated as in production: through the table's stream and the event bus.
  await local.drain();
  ({ page, complaints } = await openPhone(browser, local.url));
  await signIn(page, 'ben.okafor', PASSWORD);
  await page.goto(paths.dashboard());
});

afterAll(() => product?.stop());

async function register(
  username: string,
  fullName: string,
  passwordHash = '',
  paidResponseCommitment = 10,
): Promise<void> {
  await newAccount(
    { username, fullName, passwordHash, licenseId: 'FREE', paidResponseCommitment },
    instant(local.clock.now()),
  );
}

/** Uses up the monthly limit of a user with a commitment of one message. */
async function fillMonthOf(username: string): Promise<void> {
  const now = instant(local.clock.now());
  const holder = await holderOfUsername(table, username, now);
  if (!holder) throw new Error(`nobody is called ${username}`);
  await table.write(reservePaidMessage(holder.userId, monthOf(now), 1));
}

const box = () => page.getByRole('searchbox');
const rows = () => page.getByRole('list', { name: 'Users found' }).getByRole('listitem');

test('typing the fourth letter in the dashboard’s search field opens the search with the same text and caret', async () => {
  await box().pressSequentially('art');
  expect(new URL(page.url()).pathname).toBe(paths.dashboard());
  await page.keyboard.press('Home');
  await page.keyboard.type('m');
  await page.waitForURL(`**${paths.userSearch('mart')}`);
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'searchbox');
  const caret = await box().evaluate((input) => (input as HTMLInputElement).selectionStart);
  expect([await box().inputValue(), caret]).toEqual(['mart', 1]);
});

test('the search shows the first page and loads more on request', async () => {
  await page.getByText('More than 20 people').waitFor();
  expect(await rows().count()).toBe(20);
  // Without scrolling to it: at the end of the list the rest loads by itself, and the button goes.
  await page.getByRole('button', { name: 'Show more people' }).dispatchEvent('click');
  await page.getByText(`${MARTAS} people`).waitFor();
  expect(await rows().count()).toBe(MARTAS);
});

test('Back from a profile restores the search and its scroll position', async () => {
  const link = page.getByRole('link', { name: /Márta Number 24/ });
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(500);
  await link.click();
  await page.waitForURL(`**${paths.profile('m.24')}`);
  await page.getByRole('link', { name: 'Back to Search' }).click();
  await page.waitForURL(`**${paths.userSearch('mart')}`);
  await rows()
    .nth(MARTAS - 1)
    .waitFor();
  await page.waitForFunction((there) => Math.abs(window.scrollY - there) < 2, scrolled);
  expect(await box().inputValue()).toBe('mart');
});

test('a result is one link to the profile, and leaving a message leads back to it and to the search', async () => {
  await box().fill('number 07');
  await page.getByText('1 person').waitFor();
  const row = page.getByRole('link', { name: /Márta Number 07.*\$2\.99 per answer/ });
  expect(await rows().getByRole('link').count()).toBe(1);
  await row.click();
  await page.waitForURL(`**${paths.profile('m.07')}`);
  const contact = page.getByRole('link', { name: 'Contact for $2.99' });
  const back = page.getByRole('link', { name: 'Back', exact: true });
  // Back leads to the profile also while the recipient loads.
  const { release } = await holdRequests(page, '**/api/viewUserProfile?id=*');
  await contact.click();
  await page.waitForURL('**/create-inbox/**');
  await back.click();
  await page.waitForURL(`**${paths.profile('m.07')}`);
  release();
  await contact.click();
  await page.getByLabel('Subject').waitFor();
  await back.click();
  await page.getByRole('link', { name: 'Back to Search' }).click();
  await page.getByText('1 person').waitFor();
});

test('results say in place of a price who accepts no messages, who has no openings left, and who is the searching user', async () => {
  for (const [name, words, prices] of [
    ['silent', 'Not accepting letters', 0],
    ['crowded', 'No openings left right now', 1],
    ['okafor', 'This is you', 0],
  ] as const) {
    await box().fill(name);
    await rows().getByText(words).waitFor();
    expect(
      await rows()
        .getByRole('img', { name: /per answer/ })
        .count(),
    ).toBe(prices);
  }
});

test('the fields open in place, and a filter narrows the search', async () => {
  await box().fill('numb');
  await page.getByText('More than 20 people').waitFor();
  const fields = page.getByRole('navigation', { name: 'Fields' });
  await fields.getByRole('button', { name: 'More fields' }).click();
  await fields.getByRole('link', { name: 'Technology' }).click();
  await page.getByRole('heading', { name: 'NO USERS FOUND' }).waitFor();
  expect(await box().inputValue()).toBe('numb');
  await fields.getByRole('link', { name: 'All fields' }).click();
  await page.getByText('More than 20 people').waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Price').selectOption({ label: '$50 and more' });
  await sheet.getByRole('button', { name: 'Show people' }).click();
  await page.getByRole('heading', { name: 'NO USERS FOUND' }).waitFor();
  await page.getByRole('button', { name: 'Filters, 1 set' }).click();
  await sheet.getByRole('button', { name: 'Remove all filters' }).click();
  await sheet.getByRole('button', { name: 'Show people' }).click();
  await page.getByText('More than 20 people').waitFor();
});

test('a search without results says so, and the clear button empties the field', async () => {
  await box().fill('nobody at all');
  await page.getByRole('heading', { name: 'NO USERS FOUND' }).waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByRole('heading', { name: 'ENTER A NAME ABOVE TO START' }).waitFor();
  await page.waitForURL((url) => !url.search.includes('q='));
  expect(await box().evaluate((input) => document.activeElement === input)).toBe(true);
  expect(complaints).toEqual([]);
});
