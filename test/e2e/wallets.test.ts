import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hashPassword } from '#functions/auth/passwords.ts';
import { registerUser } from '#functions/storage/auth/registrations.ts';
import { table } from '#functions/storage/table.ts';
import { instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { checkScreen } from '../support/accessibility-checks.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { type HttpPerson, signInOver } from '../support/client.ts';

/* Letters and plans that are paid by wallet in a real browser, with the Express Checkout Element of the emulator and its sheets. */

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

/** Registers somebody as the registration does, without its screens, and signs in. `isDone`: whether they have chosen a plan. */
async function newPerson(username: string, fullName: string, isDone = true): Promise<HttpPerson> {
  const plan = isDone ? { licenseId: 'FREE', paidResponseCommitment: 10 } : {};
  const account = { passwordHash, verified: true, ...plan };
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

test('three wallets stand in one row, as high as the place that was kept for them', async () => {
  await atPayment();
  const names = ['Apple Pay', 'Google Pay', 'Link'];
  const boxes = await Promise.all(names.map((name) => wallet(name).boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  const frame = page.locator('iframe[title="Secure payment button frame"]');
  expect((await frame.boundingBox())?.height).toBeLessThanOrEqual(52);
});

/** Confirms the open sheet of a plan with the keyboard. */
async function confirmSheet(name: string, line: string): Promise<void> {
  await sheet(name).getByText(line).waitFor();
  await sheet(name).getByRole('button', { name: 'Pay' }).focus();
  await page.keyboard.press('Enter');
}

test('a plan is paid by wallet with the keyboard, and renews with it', async () => {
  await newPerson('vera.lin', 'Vera Lin');
  const phone = await openPhone(product.browser, product.local.url);
  page = phone.page;
  await signIn(page, 'vera.lin', PASSWORD);
  await page.goto(paths.subscription());
  await page.getByRole('radio', { name: /^Starter/ }).click();
  await wallet('Google Pay').waitFor();
  expect(await checkScreen(phone, 'a plan with wallets')).toEqual([]);
  await wallet('Google Pay').focus();
  await page.keyboard.press('Enter');
  await confirmSheet('Google Pay', 'Starter, first month');
  await page.waitForURL(`**${paths.settings()}`);
  await page.goto(paths.subscription());
  await page.getByText(/^Renews on .*, with Google Pay, Visa 4242/).waitFor();
});

test('a registration is paid by wallet in its last step', async () => {
  await newPerson('nora.berg', 'Nora Berg', false);
  const phone = await openPhone(product.browser, product.local.url);
  page = phone.page;
  await signIn(page, 'nora.berg', PASSWORD);
  await page.goto(paths.license());
  await page.getByRole('radio', { name: /^Starter/ }).click();
  await page.getByRole('button', { name: 'Continue with Starter' }).click();
  await page.waitForURL(`**${paths.inboundMessaging()}`);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL(`**${paths.registrationPaidCheckout()}`);
  await wallet('Apple Pay').waitFor();
  expect(await checkScreen(phone, 'the last step with wallets')).toEqual([]);
  await wallet('Apple Pay').click();
  await confirmSheet('Apple Pay', 'Starter, first month');
  await page.waitForURL(`**${paths.dashboard()}`);
});
