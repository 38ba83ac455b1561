import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import { isGone, isPainted, type Product, phoneOf, startProduct } from '../support/browser.ts';
import { type HttpPerson, registerOver } from '../support/client.ts';

/* Screens for actions that are not possible: each says so at once and offers an alternative. */

/** A user on the free plan, without a card, with a commitment of 0. */
const NORA = {
  fullName: 'Nora Lindqvist',
  username: 'nora.lindqvist',
  phoneNumber: '(555) 555-0177',
  password: DEMO_PASSWORD,
};

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  await registerOver(product.local.url, { ...NORA, price: '5.00', perMonth: '0' });
});
afterAll(() => product?.stop());

const idOf = async (person: HttpPerson, username: string): Promise<string> =>
  (await person.profileNamed(username)).id;

/** Whether the page has any form field. */
const hasForm = async (page: Page) =>
  (await page.getByLabel('Subject').count()) + (await page.getByRole('textbox').count()) > 0;

test('a recipient with a commitment of 0 accepts no message, and drafts to others are kept', async () => {
  const { page, person } = await phoneOf(product, 'ben.okafor');
  await page.goto(paths.createInbox(await idOf(person, 'tom.weller')));
  await page.getByLabel('Subject').fill('Bread without a starter');
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => key.startsWith('createInbox_messageSubject')),
  );
  await page.goto(paths.createInbox(await idOf(person, 'oskar.nowak')));
  await page.getByText('Oskar isn’t accepting letters right now.').waitFor();
  expect(await hasForm(page)).toBe(false);
  await page.goto(paths.createInbox(await idOf(person, 'tom.weller')));
  await page.getByLabel('Subject').waitFor();
  expect(await page.getByLabel('Subject').inputValue()).toBe('Bread without a starter');
});

test('a user with a commitment of 0 sees that on the home screen, with a link to the price settings instead of sharing', async () => {
  const { page } = await phoneOf(product, NORA.username);
  await page.goto(paths.inbox());
  await page.getByText('With a commitment of 0 no one can write to you.').waitFor();
  await page.goto(paths.myProfile());
  await page.getByText('that you’re not accepting letters right now').waitFor();
  await page.goto(paths.dashboard());
  await page.getByRole('heading', { name: 'Earn with your own answers' }).waitFor();
  await isGone(page.getByText('Tell people where to write to you'));
  await page.getByRole('link', { name: 'Set price and commitment' }).click();
  await page.waitForURL(`**${paths.updateInboundMessageConfig()}`);
});

test('buying a plan without a saved card asks for a card first, and returns to the plan', async () => {
  const { page } = await phoneOf(product, NORA.username);
  await page.goto(paths.subscription());
  await page.getByRole('radio', { name: /^Starter/, checked: false }).waitFor();
  await isGone(page.getByRole('button', { name: 'Upgrade Subscription' }));
  await page.getByRole('link', { name: 'Add Payment Method' }).click();
  await page.waitForURL(`**${paths.paymentMethod()}`);
  await page.getByRole('link', { name: 'Add Payment Method' }).click();
  await page.waitForURL(`**${paths.updatePaymentMethod()}`);
  await page.getByLabel('Name on card').fill(NORA.fullName);
  const type = (title: string, digits: string) =>
    page.frameLocator(`iframe[title*="${title}" i]`).locator('input').fill(digits);
  await type('card number', '4242 4242 4242 4242');
  await type('expiration', '12 / 34');
  await type('CVC', '123');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(`**${paths.subscription()}`);
  await page.getByRole('radio', { name: /^Starter/ }).click();
  await page.getByRole('button', { name: 'Upgrade Subscription' }).waitFor();
});

test('no screen shifts its layout while its data loads', async () => {
  const { page } = await phoneOf(product, 'ana.markovic');
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // One answer after the other, each on a screen that has been drawn without it.
  let before: Promise<unknown> = Promise.resolve();
  await page.route('**/api/**', (route) => {
    const drawn = before.then(() => isPainted(page)).catch(() => undefined);
    before = drawn.then(() => route.continue());
    return before;
  });
  const moved: string[] = [];
  const screens = [paths.dashboard(), paths.inbox(), paths.orders(), paths.chat()];
  for (const address of [...screens, paths.contacts(), paths.profile('lucia.prado')]) {
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => !document.querySelector('.skeleton'));
    const sum = await page.evaluate(
      () => (window as unknown as { shifts: { sum: number } }).shifts.sum,
    );
    // Lighthouse rates a layout shift below 0.1 as good.
    if (sum >= 0.1) moved.push(`${address} moves by ${sum.toFixed(3)}`);
  }
  expect(moved).toEqual([]);
});
