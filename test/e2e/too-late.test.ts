import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/paths.ts';
import { type Product, phoneOf, startProduct } from '../support/browser.ts';

/* Screens whose action is no longer possible when they open: they mention no money and offer one link. */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
}, 180_000);

afterAll(() => product?.stop());

const said = async (page: Page) => (await page.locator('#page').textContent()) ?? '';
const MONEY = /\$|refunded|sent back|charged|money/i;

test('the cancel, decline and report screens mention no money if they are no longer possible', async () => {
  const [ben, ana] = [await phoneOf(product, 'ben.okafor'), await phoneOf(product, 'ana.markovic')];
  const { id } = (
    await ben.person.get('viewOrderList', { filter: 'OPEN', skip: 0 })
  ).body.data.find((order: { recipientName: string }) => order.recipientName.startsWith('Ana'));
  const screens = [
    [ben.page, paths.cancel(id), paths.orderViewer(id)],
    [ana.page, paths.decline(id), paths.inboxViewer(id)],
    [ana.page, paths.report(id), paths.inboxViewer(id)],
  ] as const;
  for (const [page, address, conversation] of screens) {
    await page.goto(address);
    await page.getByText('This conversation has moved on.').waitFor();
    expect(await said(page)).not.toMatch(MONEY);
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to the conversation' }).click();
    await page.waitForURL(`**${conversation}`);
  }
}, 60_000);

test('a missing message offers no retry, and an empty filtered list offers all rows', async () => {
  const { page } = await phoneOf(product, 'sam.whitaker');
  await page.goto(paths.orderViewer('01J0000000000000000000000A'));
  await page.getByRole('heading', { name: 'Message not found' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.locator('#page').getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(`**${paths.orders()}`);
  for (const list of [paths.orders(), paths.inbox()]) {
    await page.goto(`${list}?filter=OPEN`);
    await page.getByRole('button', { name: 'Show all messages' }).click();
    await page.waitForURL(`**${list}`);
  }
}, 60_000);
