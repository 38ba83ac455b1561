import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hashPassword } from '#functions/auth/passwords.ts';
import { registerUser } from '#functions/storage/auth/registrations.ts';
import { table } from '#functions/storage/table.ts';
import { instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { type HttpPerson, signInOver } from '../support/client.ts';

/* Letters that are paid by wallet in a real browser, with the Express Checkout Element of the emulator and its sheets. */

const PASSWORD = 'Letters-4-all';
const TEXT = `<p>${'I applied in March with all papers, and the clerk says that one is missing. '.repeat(3)}</p>`;

let product: Product;
let passwordHash: string;
let noah: HttpPerson;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ seed: false });
  passwordHash = await hashPassword(PASSWORD);
  noah = await newPerson('noah.bennett', 'Noah Bennett');
  ({ page } = await openPhone(product.browser, product.local.url));
  await signIn(page, 'noah.bennett', PASSWORD);
});

afterAll(() => product?.stop());

/** Registers somebody as the registration does, without its screens, and signs in. */
async function newPerson(username: string, fullName: string): Promise<HttpPerson> {
  const account = { passwordHash, verified: true, licenseId: 'FREE', paidResponseCommitment: 10 };
  const registered = await registerUser(
    table,
    { username, fullName, ...account } as Parameters<typeof registerUser>[1],
    instant(product.local.clock.now()),
  );
  if (typeof registered === 'string') throw new Error(`${username}: ${registered}`);
  return signInOver(product.local.url, username, PASSWORD);
}

let letters = 0;

/** Opens the payment of a new letter on Noah's phone. */
async function atPayment() {
  letters += 1;
  const ana = await newPerson(`ana.${letters}`, 'Ana Marković');
  const subject = `Letter number ${letters}`;
  await noah.calls('saveDraft', {
    recipientId: ana.id,
    messageSubject: subject,
    messageText: TEXT,
  });
  await page.goto(paths.inboxPayment(ana.id));
  await wallet('Apple Pay').waitFor();
  /** The letters with this subject that Noah has sent. */
  const sent = async () => {
    const { data } = await noah.does('viewOrderList', { filter: 'ALL', skip: 0 });
    return data.filter((order) => order.subject === subject);
  };
  return { sent };
}

const wallet = (name: string) =>
  page
    .frameLocator('iframe[title="Secure payment button frame"]')
    .getByRole('button', { name: `Pay with ${name}` });
const sheet = (name: string) => page.frameLocator(`iframe[title="${name} – test wallet"]`);
const isPaid = () => page.waitForURL(`**${paths.paymentSuccess()}`);

async function payWith(name: string, card = 'Visa 4242, approved'): Promise<void> {
  await wallet(name).click();
  await sheet(name).getByText('Held until Ana Marković answers').waitFor();
  await sheet(name).getByLabel('Card').selectOption(card);
  await sheet(name).getByRole('button', { name: 'Pay' }).click();
}

test('a closed sheet holds nothing and leaves the focus on the wallet', async () => {
  const { sent } = await atPayment();
  await wallet('Apple Pay').click();
  await sheet('Apple Pay').getByRole('button', { name: 'Close' }).click();
  await page.getByText('You closed Apple Pay. Nothing is held.').waitFor();
  await expect(
    wallet('Apple Pay').evaluate((button) => button === button.ownerDocument.activeElement),
  ).resolves.toBe(true);
  expect(await sent()).toEqual([]);
});

test('a card that is declined in a wallet sends nothing, and another one in it pays', async () => {
  const { sent } = await atPayment();
  await payWith('Google Pay', 'Visa 0002, declined');
  await page.getByText('Your bank declined Visa 0002 in Google Pay.').waitFor();
  expect(await sent()).toEqual([]);
  await payWith('Google Pay');
  await isPaid();
  await page.getByText(/is held on Google Pay, Visa 4242/).waitFor();
  expect(await sent()).toHaveLength(1);
});

test('a card whose bank asks is confirmed there, and named on the order', async () => {
  const { sent } = await atPayment();
  await payWith('Apple Pay', 'Visa 3155, asks the bank');
  const bank = page.frameLocator('iframe[title^="3D Secure"]');
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await isPaid();
  await page.getByRole('link', { name: 'See your letter' }).click();
  await page.getByText(/held on Apple Pay, Visa 3155/).waitFor();
  expect(await sent()).toHaveLength(1);
});

test('a payment by wallet whose response is lost is found by the page, once', async () => {
  const { sent } = await atPayment();
  let isLost = true;
  await page.route('**/createInboxWithPayment', async (route) => {
    if (!isLost) return route.continue();
    // The server has done it when the connection breaks.
    await route.fetch();
    return route.abort();
  });
  await payWith('Link');
  await page.getByText('Link, checking …').waitFor();
  isLost = false;
  await isPaid();
  await page.unroute('**/createInboxWithPayment');
  await page.getByText(/is held on Link\./).waitFor();
  expect(await sent()).toHaveLength(1);
});

test('a saved wallet pays with one press, without its sheet', async () => {
  const { sent } = await atPayment();
  await page.getByText('or pay another way').waitFor();
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await isPaid();
  expect(await sent()).toHaveLength(1);
});
