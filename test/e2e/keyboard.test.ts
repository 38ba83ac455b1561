import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/paths.ts';
import { openPhone, type Product, signInWithForm, startProduct } from '../support/browser.ts';

/* A message is paid for with the keyboard alone, on a wide screen, and answered on a phone that is held sideways. */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
});
afterAll(() => product?.stop());

const SUBJECT = 'Sent with the keyboard';
const press = (page: Page, role: 'link' | 'button', name: RegExp | string) =>
  page.getByRole(role, { name }).press('Enter');

/** Waits until the heading of the page has the focus, so that a screen reader reads it and Tab goes on from there. */
const headingHasFocus = (page: Page, words: RegExp | string) =>
  page.locator('h1:focus', { hasText: words }).waitFor({ state: 'attached' });

test('every page from the sign-in to the paid message takes the focus of the key that opened it', async () => {
  const { page, context, complaints } = await openPhone(product.browser, product.local.url);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInWithForm(page, 'ben.okafor');
  await headingHasFocus(page, /^Good/);
  await press(page, 'link', 'Users');
  await page.getByRole('searchbox').fill('lucia');
  await press(page, 'link', /^Lucía Prado/);
  await headingHasFocus(page, 'Lucía Prado');
  await press(page, 'link', /^Contact for/);
  await headingHasFocus(page, 'Send a Message');
  await page.getByLabel('Subject').fill(SUBJECT);
  await page
    .locator('[contenteditable]')
    .fill('Which of these clauses is unfair to us? '.repeat(4));
  await press(page, 'button', 'Continue to Payment');
  await headingHasFocus(page, 'Confirm Payment');
  await press(page, 'button', 'Submit Order');
  await headingHasFocus(page, 'Payment successful.');
  await page.getByRole('img', { name: /^Postmark: paid on/ }).waitFor();
  await press(page, 'link', 'See your message');
  await headingHasFocus(page, SUBJECT);
  expect(complaints).toEqual([]);
  await context.close();
});

test('after an answer its conversation is shown from the top, where the answer is', async () => {
  const { page, context, complaints } = await openPhone(product.browser, product.local.url);
  await page.setViewportSize({ width: 844, height: 390 });
  await signInWithForm(page, 'lucia.prado');
  await page.goto(paths.inbox());
  await page.getByText('A band agreement on a napkin').click();
  await page.getByRole('link', { name: /^Reply and earn/ }).click();
  await page
    .locator('[contenteditable]')
    .fill('Strike out clause nine, which takes it all. '.repeat(6));
  await page.getByRole('radio', { name: 'Me', exact: true }).check();
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.getByRole('img', { name: /^Postmark: answered on/ }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  // A page that one only returns to keeps its place.
  await page.getByRole('link', { name: 'Reply for free' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reply to Message' }).waitFor();
  await page.goBack();
  await page.getByRole('img', { name: /^Postmark: answered on/ }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await context.close();
});
