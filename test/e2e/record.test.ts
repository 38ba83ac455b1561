import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sha256 } from '#functions/sha256.ts';
import { firstBrokenEntry } from '#shared/rules/conversations/record-chain.ts';
import { paths } from '#web/paths.ts';
import { type Product, phoneOf, startProduct } from '../support/browser.ts';

/* The record of a conversation, downloaded and printed. docs/product/conversations.md#record */

let product: Product;
let ana: Page;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ana = (await phoneOf(product, 'ana.markovic')).page;
});

afterAll(() => product?.stop());

/** Opens the dialog from the menu of the newest open conversation. */
async function openDialog(): Promise<void> {
  await ana.goto(`${paths.inbox()}?filter=OPEN`);
  await ana.locator('main li a').first().click();
  await ana.getByRole('button', { name: 'More', exact: true }).click();
  await ana.getByRole('menuitem', { name: 'Download a record' }).click();
  await ana.getByRole('heading', { name: 'Download a record' }).waitFor();
}

/** Whether an element of this selector is visible. */
const isShown = (selector: string) => ana.locator(selector).first().isVisible();

describe('the record of a conversation', () => {
  test('is downloaded as a JSON file with a name and an intact chain', async () => {
    await openDialog();
    const [download] = await Promise.all([
      ana.waitForEvent('download'),
      ana.getByRole('button', { name: 'JSON file' }).click(),
    ]);
    const record = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(download.suggestedFilename()).toBe(`replypaid-record-${record.conversationId}.json`);
    expect(record).toMatchObject({ format: 'replypaid-record/1', side: 'recipient' });
    expect(await firstBrokenEntry(record.entries, sha256)).toBeUndefined();
    await ana.getByRole('heading', { name: 'Download a record' }).waitFor({ state: 'hidden' });
  });

  test('opens as a page that checks the chain, and prints light and without the navigation', async () => {
    await openDialog();
    await ana.getByRole('link', { name: 'Printable page' }).click();
    await ana.waitForURL(/\/record\/[0-9A-Z]{26}$/);
    await ana.getByText('The chain is intact.').waitFor();
    for (const words of ['Paid and sent', 'Answered', 'earning'])
      await ana.getByText(words).first().waitFor();
    const shown = ['header.page-header', 'nav.footer-nav', 'main button'];
    expect(await Promise.all(shown.map(isShown))).toEqual([true, true, true]);
    await ana.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await Promise.all(shown.map(isShown))).toEqual([false, false, false]);
    const color = await ana.locator('.record').evaluate((sheet) => getComputedStyle(sheet).color);
    expect(color).toBe('rgb(22, 35, 59)');
    await ana.emulateMedia({ media: 'screen' });
    const [download] = await Promise.all([
      ana.waitForEvent('download'),
      ana.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^replypaid-record-[0-9A-Z]{26}\.json$/);
  });
});
