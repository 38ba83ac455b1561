import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { nextPayout } from '#shared/rules/payouts/payouts.ts';
import { instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { isGone, openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { enterOn, headingHasFocus } from '../support/keyboard.ts';

/*
 * A payout from the first earnings: a creator waits for the 8th, is notified that the payout waits, sets up payouts,
 * and is paid. Payouts are opened, and Stripe's page is filled in, with the keyboard.
 */

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
});

afterAll(() => product?.stop());

const read = async (path: string) =>
  (await (await fetch(`${local.url}/_local/${path}`)).json()).data;

test('a payout waits for a payout account, notifies the user, and is paid once the account is set up', async () => {
  // Opened with another host name than the product's own, because a session belongs to one host name.
  const opened = local.url.replace('//127.0.0.1', '//localhost');
  expect(opened).not.toBe(local.url);
  const phone = await openPhone(browser, opened);
  const { page } = phone;
  const signInAfresh = async () => {
    await page.goto(paths.home());
    await page.evaluate(() => localStorage.clear());
    await signIn(page, 'grace.mbeki');
  };
  await signInAfresh();
  await page.goto(paths.accountBalance());
  await page.getByText(/is due on .* It waits until payouts are set up\./).waitFor();

  const now = local.clock.now();
  await local.advance((nextPayout(instant(now)).at - now) / 1_000 + 60);
  await local.drain();
  const texts = (await read('sms')) as { body: string }[];
  expect(texts.filter(({ body }) => body.includes('waiting for your payout account'))).not.toEqual(
    [],
  );

  await signInAfresh();
  await page.goto(paths.accountBalance());
  await page.getByRole('link', { name: 'View Previous Payouts' }).waitFor();
  await enterOn(page, /^View Previous Payouts$/);
  await headingHasFocus(page, 'Previous payouts');
  await page.getByText('Waiting for your payout account').waitFor();
  await enterOn(page, /^Back$/);
  await page.getByText(/is waiting for your payout account\. It goes out once/).waitFor();
  await page.getByRole('link', { name: 'Transaction history' }).click();
  await page.getByRole('list', { name: 'Transactions' }).waitFor();
  await isGone(page.getByText('Paid out to your bank'));
  await page.getByRole('link', { name: 'Home' }).click();
  const card = page.getByRole('link', { name: /^Account Balance/ });
  await card.getByText(/waiting for your payout account/).waitFor();
  const owed = /\$\d+\.\d\d/.exec((await card.textContent()) ?? '')?.[0] ?? 'nothing';
  expect(owed).not.toBe('$0.00');
  await card.click();
  await page.getByText('What we owe you now').waitFor();
  expect(await page.getByRole('region', { name: 'Balance' }).textContent()).toContain(owed);
  await enterOn(page, /^Set up payouts$/);
  await page.waitForURL('**/_local/stripe-connect/**');
  await enterOn(page, /^Finish set-up$/);
  await page.waitForURL(`**${paths.accountBalance()}**`);
  // A toast, which screen readers read.
  await page.locator('[aria-live=polite]').getByText('Payouts are set up.').waitFor();
  expect(new URL(page.url()).origin).toBe(opened);
  expect(new URL(page.url()).search).toBe('');
  await enterOn(page, /^View Previous Payouts$/);
  await page.getByText('Paid. Stripe passes it on to your bank').waitFor();
  expect(phone.complaints).toEqual([]);
});
