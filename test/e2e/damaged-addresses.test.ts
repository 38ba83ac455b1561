import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { type Product, phoneOf, startProduct } from '../support/browser.ts';
import { blockLive } from '../support/live-phone.ts';

/* Invalid addresses and addresses of unknown ids: each shows its not-found screen at once. */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
});

afterAll(() => product?.stop());

const UNKNOWN = '01J0000000000000000000000A';

const MESSAGE = 'Letter not found';
/** One screen of each kind; test/web/routes/damaged-addresses.test.ts opens all of them. */
const SCREENS: readonly (readonly [build: (id: string) => string, notFound: string])[] = [
  [paths.inboxViewer, MESSAGE],
  [paths.orderViewer, MESSAGE],
  [paths.createInbox, 'User Not Found'],
  [paths.chatViewer, 'Chat not found'],
  [paths.editUserLink, 'Link not found'],
];

async function opened(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
}

test('an invalid address shows a not-found screen', async () => {
  const { page } = await phoneOf(product, 'ana.markovic');
  // Truncated inside a percent escape.
  await opened(page, '/order-viewer/%E0%A4%A', MESSAGE);
  await opened(page, paths.profile('nobody at all'), 'User Not Found');
  await opened(page, paths.referral('A'.repeat(41)), 'Referral not found');
});

test('an address with an unknown id shows a not-found screen and repeats no request', async () => {
  const { context } = await phoneOf(product, 'ana.markovic');
  for (const [build, heading] of SCREENS) {
    // A page of its own: a response may arrive after its screen has changed, and would count for the next one.
    const page = await context.newPage();
    // A connection asks again for what it may have missed before.
    await blockLive(page);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (!response.ok() && response.url().includes(UNKNOWN)) refused.push(response.url());
    });
    await opened(page, build(UNKNOWN), heading);
    expect([...new Set(refused)]).toEqual(refused);
    await page.close();
  }
});
