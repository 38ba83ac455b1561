import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { checkOverlay, checkScreen, checkScreens } from '../support/accessibility-checks.ts';
import {
  openPhone,
  type Product,
  phoneOf,
  startProduct,
  untilAppRuns,
} from '../support/browser.ts';

/*
 * A letter that was answered becomes public: the recipient proposes it, the sender hides more and agrees, a stranger finds it, and the
 * sender withdraws it. Of another letter, the recipient shows the thanks, and proposes and withdraws the answer. axe-core checks each
 * screen. Each test continues from the previous one.
 */

let product: Product;
let ana: Awaited<ReturnType<typeof phoneOf>>;
let ben: Awaited<ReturnType<typeof phoneOf>>;
let id: string;
let address: string;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const readBoth = (page: Page) => page.getByText(/^I’ve read both texts/).click();

beforeAll(async () => {
  product = await startProduct({ seed: true });
  [ana, ben] = [await phoneOf(product, 'ana.markovic'), await phoneOf(product, 'ben.okafor')];
  const { data } = await ben.person.outbox({ filter: 'OPEN' });
  id = data.find(({ subject }) => subject.startsWith('Refused at the counter'))?.id ?? '';
});

afterAll(() => product?.stop());

test('the sender reads a proposal, hides a place with the keyboard, and agrees to that', async () => {
  const { page } = ben;
  await page.goto(paths.orderViewer(id));
  await page.getByRole('link', { name: 'Read and decide' }).click();
  const faults = await checkScreen(ben, 'the decision of the sender');
  await button(page, 'Agree').click();
  await page.getByText('Please read both texts, then tick this.').waitFor();
  await button(page, /^On Friday/).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  faults.push(...(await checkOverlay(ben, 'a place')));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('On Friday');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: /^Hide it/ }).focus();
  await page.keyboard.press('Space');
  await button(page, 'Done').click();
  await readBoth(page);
  await button(page, 'Agree to this').click();
  await page.getByText('Waiting for Ana').waitFor();
  expect(faults).toEqual([]);
});

test('the recipient reads what is new and agrees, which makes it public', async () => {
  const { page } = ana;
  await page.goto(paths.publicCopy(id));
  await page.getByText('newly changed:').waitFor();
  const faults = await checkScreen(ana, 'the decision of the recipient');
  await readBoth(page);
  await button(page, 'Agree').click();
  const link = page.getByRole('link', { name: 'See the page' });
  await link.waitFor();
  address = (await link.getAttribute('href')) ?? '';
  faults.push(...(await checkScreens(ana, [['their own list', paths.ownPublicAnswers()]])));
  expect(faults).toEqual([]);
});

test('a stranger reads it without an account, and reports it with the keyboard', async () => {
  const phone = await openPhone(product.browser, product.local.url);
  const { page } = phone;
  await page.goto(address);
  await page.getByRole('heading', { name: 'Refused at the counter, what now?' }).waitFor();
  expect(await page.title()).toMatch(
    /^Refused at the counter, what now\? Answered by Ana Marković/,
  );
  expect(await page.getByText(/\bBen\b/).count()).toBe(0);
  const report = button(page, 'Report');
  await report.focus();
  await page.keyboard.press('Enter');
  await untilAppRuns(page);
  await page.getByRole('dialog', { name: 'Report this answer' }).waitFor();
  const faults = await checkOverlay(phone, 'the report of an answer');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  faults.push(...(await checkScreen(phone, 'a public answer')));
  expect(faults).toEqual([]);
});

test('the sender withdraws it, and its page says so with a way to the creator', async () => {
  const { page } = ben;
  await page.goto(paths.orderViewer(id));
  await button(page, 'Withdraw').click();
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw it for good?' });
  await dialog.waitFor();
  const faults = await checkOverlay(ben, 'the withdrawal');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('It’s not public anymore').waitFor();
  const phone = await openPhone(product.browser, product.local.url);
  const response = await phone.page.goto(address);
  expect(response?.status()).toBe(410);
  await phone.page.getByRole('heading', { name: 'This answer isn’t public anymore.' }).waitFor();
  faults.push(...(await checkScreen(phone, 'a withdrawn answer')));
  // The browser reports the status of the page itself.
  expect(faults.filter((fault) => !/410/.test(fault))).toEqual([]);
});

/** The letter to Lucía that was answered. */
const ANSWERED = 'The clause that takes my recordings';
let lucia: Awaited<ReturnType<typeof phoneOf>>;
let second: string;

test('the recipient shows on the profile what the sender said in thanks', async () => {
  lucia = await phoneOf(product, 'lucia.prado');
  const { data } = await ben.person.outbox({ filter: 'OPEN' });
  second = data.find(({ subject }) => subject === ANSWERED)?.id ?? '';
  await ben.page.goto(paths.orderViewer(second));
  await button(ben.page, 'Say thanks').click();
  await ben.page.getByLabel('One sentence, if you like').fill('They struck the clause out.');
  await ben.page.getByRole('radio', { name: 'Yes, as “Ben”' }).click();
  await button(ben.page, 'Send to Lucía').click();
  await ben.page.getByText('Lucía may show it as “Ben”.').waitFor();
  const { page } = lucia;
  await page.goto(paths.inboxViewer(second));
  await page.getByRole('switch', { name: 'Show on my profile' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('switch', { name: 'Show on my profile', checked: true }).waitFor();
  const phone = await openPhone(product.browser, product.local.url);
  await phone.page.goto(paths.profile('lucia.prado'));
  await phone.page.getByText('They struck the clause out.').waitFor();
});

test('the recipient proposes an answer through the menu of its letter, and the sender agrees', async () => {
  const { page } = lucia;
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Make public' }).click();
  await readBoth(page);
  await button(page, 'Ask Ben').click();
  await page.getByText('Waiting for Ben').waitFor();
  await ben.page.goto(paths.orderViewer(second));
  await ben.page.getByRole('link', { name: 'Read and decide' }).click();
  await readBoth(ben.page);
  await ben.page.getByRole('button', { name: 'Agree', exact: true }).click();
  await ben.page.getByText('Public, without your name').waitFor();
});

test('the recipient withdraws it, and its page is gone at once', async () => {
  const { page } = lucia;
  await page.goto(paths.inboxViewer(second));
  const link = page.getByRole('link', { name: 'See the page' });
  await link.waitFor();
  const published = (await link.getAttribute('href')) ?? '';
  const phone = await openPhone(product.browser, product.local.url);
  expect((await phone.page.goto(published))?.status()).toBe(200);
  await button(page, 'Withdraw').click();
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw it for good?' });
  await dialog.getByText(/The letter and your answer stay/).waitFor();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('It’s not public anymore').waitFor();
  expect((await phone.page.goto(published))?.status()).toBe(410);
});
