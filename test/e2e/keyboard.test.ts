import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import {
  openPhone,
  type Product,
  signIn,
  signInWithForm,
  startProduct,
} from '../support/browser.ts';
import { makeContacts, member } from '../support/chat-people.ts';
import { enterOn, hasFocus, headingHasFocus, tabTo } from '../support/keyboard.ts';
import { photoOf } from '../support/photo-fixtures.ts';

/* A message is paid for with the keyboard alone, on a wide screen, and answered on a phone that is held sideways. */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
});
afterAll(() => product?.stop());

const SUBJECT = 'Sent with the keyboard';
const press = (page: Page, role: 'link' | 'button', name: RegExp | string) =>
  page.getByRole(role, { name }).press('Enter');

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
  await press(page, 'link', 'See your letter');
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

test('a group is handed to its next owner with the keyboard', async () => {
  const { url } = product.local;
  const lucia = await member(url, 'lucia.prado');
  const ben = await member(url, 'ben.okafor');
  await makeContacts(lucia, ben);
  const chatId = (await lucia.opensGroup([ben], 'Handed over')).id;
  const { page, context, complaints } = await openPhone(product.browser, url);
  await signIn(page, 'lucia.prado');
  await page.goto(paths.chatGroup(chatId));
  await page.getByRole('button', { name: 'Leave group' }).waitFor();
  await enterOn(page, /^Leave group$/);
  await page.locator('dialog[open] :focus').waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(page, /^Leave group$/);
  await page.keyboard.press('Enter');
  await page.locator('dialog[open] :focus').waitFor();
  if (!(await page.locator('select:focus').count())) await tabTo(page, /^Next owner$/);
  await page.keyboard.type('Ben');
  await enterOn(page, /^Leave group$/);
  await page.waitForURL(`**${paths.chat()}`);
  await headingHasFocus(page, 'Chat');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a picture is chosen, placed and saved with the keyboard', async () => {
  const { page, context, complaints } = await openPhone(product.browser, product.local.url);
  await signIn(page, 'lucia.prado');
  await page.goto(paths.editAvatar());
  await page
    .getByRole('button', { name: /picture$/i })
    .first()
    .waitFor();
  const chooser = page.waitForEvent('filechooser');
  await enterOn(page, /^Choose .*picture|^Choose/);
  const photo = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: photoOf(800, 400) };
  await (await chooser).setFiles(photo);
  await page.getByRole('button', { name: 'Move left' }).waitFor();
  await enterOn(page, /^Move left$/);
  await hasFocus(page, /^Move left$/);
  await enterOn(page, /^Save/);
  await headingHasFocus(page, 'Edit profile');
  expect(complaints).toEqual([]);
  await context.close();
});
