import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/paths.ts';
import { type Product, phoneOf, startProduct } from '../support/browser.ts';

/* Screens that are opened when what they are for is over, or never was: they promise nothing, and one way leads on. */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
}, 180_000);

afterAll(() => product?.stop());

const said = async (page: Page) => (await page.locator('#page').textContent()) ?? '';
const MONEY = /\$|refunded|sent back|charged|money/i;

test('nobody reads what a cancel, a decline or a report would do once it can do nothing', async () => {
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

test('what is not there is not tried again, and a list that a filter empties shows all again', async () => {
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
