import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { paths } from '#web/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';

/* The figures of the platform, the facts on a profile and the check of links, by clicking each. */

const USERNAME = 'ana.markovic';
const VERIFIED = 'The form everyone gets wrong, explained';
const OTHER = 'Book an hour';

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
});

afterAll(() => product?.stop());

async function withoutJavaScript(path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: local.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test('the figures of the platform open from the landing page, with charts and tables, without JavaScript', async () => {
  const { data } = await (await fetch(`${local.url}/api/viewReliability`)).json();
  const months: number = data[0].months.length;
  // The seeded letters began five weeks ago.
  expect(months).toBeGreaterThanOrEqual(2);
  const page = await withoutJavaScript(paths.home());
  await page.getByRole('link', { name: 'Reliability' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reliability' }).waitFor();
  for (const name of ['Answered', 'Time to the answer', 'Given back', 'Upheld claims']) {
    await page.getByRole('img', { name: `${name}, by month` }).waitFor();
    await page.getByText(`${name} as a table`).click();
    const table = page.getByRole('table', { name: `${name}, by month` });
    await table.getByRole('row').nth(1).waitFor();
    expect(await table.getByRole('row').count()).toBe(1 + months);
  }
  await page.getByText(/^In \w+ \d{4}, \d+ of \d+ letters were answered/).waitFor();
  await page.context().close();
});

test('the facts on a profile open without JavaScript', async () => {
  const page = await withoutJavaScript(paths.profile(USERNAME));
  const fact = page.getByText(/^markovic-law\.example links back, checked on /);
  expect(await fact.isVisible()).toBe(false);
  await page.getByText('Founding member').click();
  await fact.waitFor();
  await page.getByText(/^Phone confirmed, since /).waitFor();
  await page.getByText(/^(No upheld claims|\d+ upheld claims?)/).waitFor();
  await page.context().close();
});

test('the definition of the odds leads to the figures of the platform', async () => {
  const { page, context, complaints } = await openPhone(browser, local.url);
  await page.goto(paths.profile(USERNAME));
  await page.getByRole('button', { name: 'What these figures mean' }).click();
  await page.getByRole('link', { name: 'The same for everyone, by month' }).click();
  await page.getByRole('img', { name: 'Answered, by month' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

let phone: Awaited<ReturnType<typeof openPhone>>;
beforeEach(async () => {
  phone ??= await openPhone(browser, local.url);
});

test('a link is checked from the list, and the profile shows when', async () => {
  const { page, complaints } = phone;
  await signIn(page, USERNAME);
  await page.goto(paths.userLinks());
  await page.getByRole('button', { name: `Check again: ${VERIFIED}` }).click();
  const dialog = page.getByRole('dialog', { name: `Verify ${VERIFIED}` });
  await dialog.getByText(`<a rel="me" href="${local.url}/${USERNAME}">`).waitFor();
  await dialog.getByRole('button', { name: 'Check now' }).click();
  await dialog.getByText(/^The page links back/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.goto(paths.profile(USERNAME));
  await page.getByRole('tab', { name: 'Links' }).click();
  const row = page.getByRole('listitem').filter({ hasText: VERIFIED });
  await row.getByText(/^Verified \w+ \d+, \d{4}$/).waitFor();
  expect(complaints).toEqual([]);
});

test('a check says why a link is not verified, and a new address ends a verification', async () => {
  const { page, complaints } = phone;
  await page.goto(paths.userLinks());
  await page.getByRole('button', { name: `Verify ${OTHER}` }).click();
  const dialog = page.getByRole('dialog', { name: `Verify ${OTHER}` });
  await dialog.getByRole('button', { name: 'Check now' }).click();
  await dialog.getByText(/^The site answered with an error/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: `Edit ${VERIFIED}` }).click();
  await page.getByLabel('Link Url').fill('https://markovic-law.example/guides/form-8');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: `Verify ${VERIFIED}` }).waitFor();
  expect(complaints).toEqual([]);
});
