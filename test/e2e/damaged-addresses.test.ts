import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/paths.ts';
import { type Product, phoneOf, startProduct } from '../support/browser.ts';
import { blockLive } from '../support/live-phone.ts';

/* Invalid addresses and addresses of unknown ids: each shows its not-found screen at once. */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
}, 180_000);

afterAll(() => product?.stop());

const UNKNOWN = '01J0000000000000000000000A';
const CUT_OFF = '01J00000000000000000';

const MESSAGE = 'Message not found';
const SCREENS: readonly (readonly [build: (id: string) => string, notFound: string])[] = [
  [paths.inboxViewer, MESSAGE],
  [paths.paidReply, MESSAGE],
  [paths.inboxReply, MESSAGE],
  [paths.report, MESSAGE],
  [paths.decline, MESSAGE],
  [paths.orderViewer, MESSAGE],
  [paths.orderReply, MESSAGE],
  [paths.cancel, MESSAGE],
  [paths.createInbox, 'User Not Found'],
  [paths.inboxPayment, 'User Not Found'],
  [paths.chatInvite, 'User Not Found'],
  [paths.chatViewer, 'Chat not found'],
  [paths.chatReply, 'Chat not found'],
  [paths.chatGroup, 'Chat not found'],
  [paths.addChatMembers, 'Chat not found'],
  [paths.renameChat, 'Chat not found'],
  [paths.chatPhoto, 'Chat not found'],
  [paths.editUserLink, 'Link not found'],
];

async function opened(page: Page, address: string, heading: string): Promise<string> {
  await page.goto(address);
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  return (await page.locator('#page').textContent()) ?? '';
}

test('an invalid address shows a not-found screen without a request to the server', async () => {
  const { page } = await phoneOf(product, 'ana.markovic');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(request.url());
  });
  for (const [build, heading] of SCREENS) {
    expect(await opened(page, build(CUT_OFF), heading)).not.toMatch(/[{}[\]]|Error/);
  }
  expect(asked.filter((url) => url.includes(CUT_OFF))).toEqual([]);
  // Truncated inside a percent escape.
  await opened(page, '/order-viewer/%E0%A4%A', MESSAGE);
  await opened(page, paths.profile('nobody at all'), 'User Not Found');
  await opened(page, paths.referral('A'.repeat(41)), 'Referral not found');
}, 120_000);

test('an address with an unknown id shows a not-found screen without a retry button', async () => {
  const { page } = await phoneOf(product, 'ana.markovic');
  // A connection asks again for what it may have missed before.
  await blockLive(page);
  for (const [build, heading] of SCREENS) {
    const refused: string[] = [];
    page.removeAllListeners('response');
    page.on('response', (response) => {
      if (!response.ok() && response.url().includes(UNKNOWN)) refused.push(response.url());
    });
    await opened(page, build(UNKNOWN), heading);
    expect([...new Set(refused)]).toEqual(refused);
  }
}, 120_000);
