import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { signInOver } from '../support/client.ts';

/* From the QR code of a profile to the analytics of its owner. docs/product/analytics.md */

const OWNER = 'mina.sato';

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
});

afterAll(() => product?.stop());

test('a visitor who came by the QR code and pressed the contact button appears under it', async () => {
  const owner = await signInOver(local.url, OWNER, DEMO_PASSWORD);
  const { whole } = await owner.analytics({ days: '7' });
  const before = whole?.sources.find(({ source }) => source === 'qr') ?? {
    view: 0,
    press: 0,
    draft: 0,
    paid: 0,
    answered: 0,
  };
  const visitor = await openPhone(browser, local.url);
  const seen = visitor.page.waitForRequest(`**/api/viewUserProfile?username=${OWNER}&via=qr`);
  await visitor.page.goto(paths.profile(OWNER, 'qr'));
  expect((await (await seen).response())?.status()).toBe(200);
  const pressed = visitor.page.waitForRequest('**/api/recordContactPress');
  await visitor.page.getByRole('link', { name: /^Contact for/ }).click();
  expect((await pressed).postData()).toMatch(/^id=\w{26}&via=qr$/);
  await visitor.page.waitForURL(`**${paths.login()}*`);
  await local.drain();

  const { page, complaints } = await openPhone(browser, local.url);
  await signIn(page, OWNER);
  await page.goto(paths.analytics());
  await page.getByText('7 days', { exact: true }).click();
  const sources = page.getByRole('table', { name: 'The steps by source' });
  const { view, press, draft, paid, answered } = before;
  const row = `QR code ${view + 1} ${press + 1} ${draft} ${paid} ${answered}`;
  await sources.getByRole('row', { name: row }).waitFor();
  expect([...visitor.complaints, ...complaints]).toEqual([]);
});

test('the owner on Professional sees a year with every figure, and saves it as CSV', async () => {
  const { page, complaints } = await openPhone(browser, local.url);
  await signIn(page, OWNER);
  await page.goto(paths.analytics());
  await page.getByText('12 months', { exact: true }).click();
  for (const name of ['Views, by month', 'Paid letters, by month', 'Earnings, by month'])
    await page.getByRole('img', { name }).waitFor();
  await page.getByRole('img', { name: 'Price simulator, by price' }).waitFor();
  await page.getByLabel('Try a price').fill('21');
  await page.getByText(/^About \d.* paid letters per 100 views/).waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download sources (CSV)' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('replypaid-sources.csv');
  const [heading, ...rows] = readFileSync(await saved.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect([heading, rows.length]).toEqual(['Source,Views,Pressed contact,Drafts,Paid,Answered', 7]);
  expect(complaints).toEqual([]);
});

test('a visit by a shared address leaves no source in the address of a person who is signed in', async () => {
  const { page } = await openPhone(browser, local.url);
  await signIn(page, 'ben.okafor');
  await page.goto(paths.profile(OWNER, 'link'));
  await page.getByRole('link', { name: /^Contact for/ }).waitFor();
  await page.waitForURL(`${local.url}${paths.profile(OWNER)}`);
  await page.getByRole('link', { name: /^Contact for/ }).click();
  await page.waitForURL(`**${paths.createInbox('*')}`);
});
