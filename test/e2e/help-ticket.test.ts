import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { paths } from '#web/paths.ts';
import {
  holdRequests,
  isGone,
  openPhone,
  type Product,
  signIn,
  startProduct,
} from '../support/browser.ts';
import { signInOver } from '../support/client.ts';

/*
 * A help ticket from request to answer; neither side reads anything about money. Each test continues from the
 * previous one.
 */

const SUBJECT = 'My card is refused';
const QUESTION =
  'Since this morning my card is refused on the last step. The bank says that nobody asked them for anything. What can I do, and was I charged?';
/** An answer close to the minimum length. */
const ANSWER = 'Dear Clara, you were not charged: please allow payments abroad in your bank’s app.';
/** An amount, or a word about one. */
const MONEY = /\$\d|charged for|on hold|earn|refund/i;

let product: Product;
let local: Local;
let browser: Browser;
let clara: Page;
let support: Page;
const complaints: string[][] = [];

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
  clara = await signedIn('clara.jung');
  support = await signedIn('support');
});

afterAll(() => product?.stop());

async function signedIn(username: string): Promise<Page> {
  const phone = await openPhone(browser, local.url);
  complaints.push(phone.complaints);
  const { page } = phone;
  await signIn(page, username);
  return page;
}

/** The text of the page without its navigation. */
const said = async (page: Page) => (await page.locator('#page').textContent()) ?? '';

test('a ticket that is too short shows errors at its fields and keeps the text', async () => {
  await clara.goto(paths.helpTicket());
  await clara.getByLabel('Subject').fill('Help');
  await clara.getByRole('button', { name: 'Send Message' }).click();
  await clara.getByText('Subject must be at least 5 characters').waitFor();
  await clara.getByText('Enter a message', { exact: true }).waitFor();
  await clara.getByLabel('Subject').fill(SUBJECT);
  await clara.getByRole('textbox', { name: 'Message' }).fill(QUESTION);
  await clara.getByText(`${QUESTION.length} characters`).waitFor();
  await clara.reload();
  await expectValue(clara, SUBJECT);
  await clara.getByText(QUESTION).waitFor();
});

/** Unfolds the strip with the state of a conversation. */
const openTimeline = (page: Page) => page.getByRole('button', { name: /timeline$/ }).click();

async function expectValue(page: Page, value: string): Promise<void> {
  expect(await page.getByLabel('Subject').inputValue()).toBe(value);
}

test('a sent ticket is listed in the outbox without an amount, and its page says that it is free', async () => {
  await clara.getByRole('button', { name: 'Send Message' }).click();
  await clara.waitForURL(`**${paths.orders()}`);
  await clara.getByText('Your help ticket was sent').first().waitFor();
  const row = clara.getByRole('listitem').filter({ hasText: SUBJECT });
  await row.waitFor();
  expect(await row.textContent()).not.toMatch(MONEY);
  await row.getByRole('link').click();
  await clara.getByText('PENDING USER RESPONSE').waitFor();
  await openTimeline(clara);
  await clara.getByText('Delivered for free').waitFor();
  expect(await said(clara)).not.toMatch(MONEY);
});

test('the ticket form is replaced with a link to the pending ticket, if there is one', async () => {
  const sent = clara.url();
  await clara.goto('/support');
  await clara.getByRole('link', { name: 'Contact Support' }).click();

  await clara.waitForURL(`**${paths.helpTicket()}`);
  await clara.getByText('One help ticket at a time').waitFor();
  await isGone(clara.getByLabel('Subject'));
  await clara.getByRole('link', { name: 'See your pending ticket' }).click();
  await clara.waitForURL(sent);
  await clara.getByText(SUBJECT).first().waitFor();
});

test('support reads the ticket in its inbox and answers it without earnings', async () => {
  await support.goto(paths.dashboard());
  // One ticket is there from the start.
  await support.getByRole('link', { name: 'Answer 2 letters' }).waitFor();
  await support.goto(paths.inbox());
  const row = support.getByRole('listitem').filter({ hasText: SUBJECT });
  await row.waitFor();
  expect(await row.textContent()).not.toMatch(MONEY);
  await row.getByRole('link').click();
  await support.getByText('PENDING YOUR RESPONSE').waitFor();
  expect(await said(support)).not.toMatch(MONEY);
  await support.getByRole('link', { name: 'Reply', exact: true }).click();
  await support
    .getByText('so your answer can be any length and you won’t be paid for it.')
    .waitFor();
  await support.getByRole('textbox', { name: 'Your answer to Clara' }).fill(ANSWER);
  expect(await said(support)).not.toMatch(/\$\d|earn/i);
  // What it says does not depend on which response arrives first.
  const conversation = await holdRequests(support, '**/viewInbox?*');
  const messages = support.waitForResponse('**/viewInboxMessages?*');
  await support.getByRole('button', { name: 'Send the answer' }).click();
  await messages;
  conversation.release();
  await support.getByText('CONVERSATION REMAINS OPEN').waitFor();
  await support.goto(paths.accountBalance());
  await support.getByText('$0.00').first().waitFor();
  const terms = 'Below $10.00 it rolls over';
  await support.getByText(terms).waitFor();
  expect((await said(support)).replace(terms, '')).not.toMatch(/\$[1-9]/);
});

test('the user reads the answer and replies for free', async () => {
  await clara.goto(paths.orders());
  await clara.getByRole('listitem').filter({ hasText: SUBJECT }).getByRole('link').click();
  await openTimeline(clara);
  await clara
    .getByText(/you (were not|weren’t) charged/i)
    .first()
    .waitFor();
  await clara.getByRole('link', { name: 'Reply for free' }).click();
  await clara.getByRole('textbox', { name: 'Your reply' }).fill('It works now. Thank you!');
  await clara.getByRole('button', { name: 'Send Message' }).click();
  await clara.getByText('It works now. Thank you!').waitFor();
  const person = await signInOver(local.url, 'clara.jung', DEMO_PASSWORD);
  const [order] = (await person.outbox({ filter: 'OPEN', skip: 0 })).data;
  expect(order).toMatchObject({ subject: SUBJECT, price: 0, moneyState: 'RELEASED' });
});

test('the support account itself cannot write tickets', async () => {
  await support.goto(paths.helpTicket());
  await support.waitForURL(`**${paths.inbox()}`);
});

test('no step logged an error in the console', () => {
  expect(complaints).toEqual([[], []]);
});

test('every address for messages to support redirects to the help ticket', async () => {
  const caller = await signInOver(local.url, 'ben.okafor', DEMO_PASSWORD);
  const { id } = await caller.profileNamed(SUPPORT_USERNAME);
  const page = await signedIn('ben.okafor');
  for (const address of [paths.createInbox(id), paths.inboxPayment(id)]) {
    await page.goto(address);
    await page.waitForURL(`**${paths.helpTicket()}`);
  }
  await page.goto(paths.userSearch(SUPPORT_USERNAME));
  const found = page.getByRole('link', { name: /Free help/ });
  expect(await found.textContent()).not.toMatch(/\$/);
  await found.click();
  await page.getByRole('link', { name: 'Contact support' }).click();
  await page.waitForURL(`**${paths.helpTicket()}`);
});
