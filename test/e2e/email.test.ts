import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import type { MailboxEmail } from '#lib/local/mailbox.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';

/* A creator sets an email address, confirms it with the code from the mailbox, and ends one kind of emails from one of them. */

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
});

afterAll(() => product?.stop());

const ADDRESS = 'ana@example.com';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The emails to the address, newest first. */
async function mailbox(): Promise<MailboxEmail[]> {
  await local.drain();
  const response = await fetch(`${local.url}/_local/mail?address=${ADDRESS}`);
  return (await response.json()).data;
}

test('an address is confirmed through the mailbox, gets emails, and ends one kind of them', async () => {
  const { page, complaints } = await openPhone(browser, local.url);
  await signIn(page, 'ana.markovic', DEMO_PASSWORD);
  await page.goto(paths.email());
  await page.getByLabel('Email address', { exact: true }).fill(ADDRESS);
  await button(page, 'Send code').click();
  const boxes = page.getByRole('group', { name: 'Verification code' }).getByRole('textbox');
  await boxes.first().click();
  const [code] = await mailbox();
  await page.keyboard.type(/\b\d{6}\b/.exec(code?.text ?? '')?.[0] ?? '');
  await page.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await button(page, 'Confirm').click();
  await page.getByText('Your email address is confirmed.').waitFor();
  await page.getByText(ADDRESS).waitFor();

  const [changed] = await mailbox();
  expect(changed?.subject).toBe('Your email address has changed');
  expect(changed?.headers).not.toHaveProperty('List-Unsubscribe');

  // The mailbox shows the email as HTML, in a frame, and as text.
  await page.goto('/_local');
  await page.getByRole('tab', { name: /^Email/ }).click();
  await page.locator('#mail').getByText('is your ReplyPaid code').click();
  const frame = page.frameLocator('#mail iframe');
  await frame.getByRole('heading', { name: 'Confirm your email address' }).waitFor();

  // Time passes until a reminder of an unanswered message comes.
  await local.advance(9 * 24 * 3_600);
  const reminder = (await mailbox()).find(({ headers }) => headers['List-Unsubscribe']);
  const link = /https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(reminder?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await button(page, 'Unsubscribe').click();
  await page.getByText(/^You get no more of these emails/).waitFor();

  // Links lead to the address at which the phone and the mailbox were opened, where their reader is signed in.
  const atLocalhost = local.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${atLocalhost}/_local`);
  const inText = page.locator('#sms').getByRole('link').first();
  expect(await inText.getAttribute('href')).toContain(`${atLocalhost}/`);
  await page.getByRole('tab', { name: /^Email/ }).click();
  await page
    .locator('#mail')
    .getByText(reminder?.subject ?? '')
    .first()
    .click();
  const unsubscribe = page.frameLocator('#mail iframe').getByRole('link', { name: /unsubscribe/i });
  expect(await unsubscribe.getAttribute('href')).toContain(`${atLocalhost}/unsubscribe?token=`);
  expect(complaints).toEqual([]);
});
