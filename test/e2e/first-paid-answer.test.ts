import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { paths } from '#web/paths.ts';
import { openPhone, type Product, startProduct } from '../support/browser.ts';
import { readLocal } from '../support/client.ts';

/*
 * The main use case, a creator and a sender on one phone each, against the production build of the app. Each test
 * continues from the previous one.
 */

const PASSWORD = 'Letters-4-all';
const SUBJECT = 'Refused at the counter, what now?';
const QUESTION =
  'I applied in March with all papers that the site lists. On Friday the clerk said that one is missing and would not say which. What should I do?';
const ANSWER =
  'Dear Ben, the paper she meant is the certified copy of the lease, and you are right: the list does not name it. It stands in the annex, which most people never open. Do not file again. Write to the same office within 28 days and hand in the copy.';

let product: Product;
let local: Local;
let browser: Browser;
let ana: Phone;
let ben: Phone;

type Phone = Awaited<ReturnType<typeof openPhone>>;

beforeAll(async () => {
  product = await startProduct({ seed: false });
  ({ local, browser } = product);
  ana = await openPhone(browser, local.url);
  ben = await openPhone(browser, local.url, { colorScheme: 'dark' });
});

afterAll(() => product?.stop());

let stopped = false;

/** Defines a step of the story: skipped if an earlier one failed, with a screenshot of both phones if it fails. */
function step(sentence: string, walk: () => Promise<void>): void {
  test(sentence, async () => {
    if (stopped) throw new Error('a step before this one failed');
    stopped = true;
    for (const phone of [ana, ben]) phone.complaints.length = 0;
    try {
      await walk();
    } catch (fault) {
      await ana.page.screenshot({ path: 'test-results/ana.png' });
      await ben.page.screenshot({ path: 'test-results/ben.png' });
      throw fault;
    }
    expect({ ana: ana.complaints, ben: ben.complaints }).toEqual({ ana: [], ben: [] });
    stopped = false;
  });
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first();

/** Returns the code in the newest text message to a number. */
async function codeFor(phoneNumber: string): Promise<string> {
  const { data } = await readLocal(
    local.url,
    `/_local/sms?phoneNumber=${encodeURIComponent(phoneNumber)}`,
  );
  return data[0].code;
}

/** Registers through the form, with the code from the text message and the three steps on the free plan. */
async function register(
  page: Page,
  person: { fullName: string; phone: string; username: string; price: string; month: string },
): Promise<void> {
  await page.getByLabel('Full name').fill(person.fullName);
  await page.getByLabel('Phone number').pressSequentially(person.phone);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Register').click();
  await page.waitForURL('**/verify');
  const code = await codeFor(
    `(${person.phone.slice(0, 3)}) ${person.phone.slice(3, 6)}-${person.phone.slice(6)}`,
  );
  await page.getByRole('group', { name: 'Verification code' }).getByRole('textbox').first().click();
  await page.keyboard.type(code);
  await page.waitForURL('**/license');
  await button(page, /Continue with Free/).click();
  await page.waitForURL('**/inbound-messaging');
  await page.getByLabel(/Price/).fill(person.price);
  await page.getByLabel(/commitment/i).fill(person.month);
  await button(page, 'Continue').click();
  await button(page, 'Finish').click();
}

/** Types into Stripe's card fields. */
async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Name on card').fill('Ben Okafor');
  await page.frameLocator('iframe[title*="card number" i]').locator('input').fill(number);
  await page.frameLocator('iframe[title*="expiration" i]').locator('input').fill('12 / 34');
  await page.frameLocator('iframe[title*="CVC" i]').locator('input').fill('123');
}

describe('the first paid answer, on two phones', () => {
  step('a creator registers and arrives at the dashboard', async () => {
    const { page } = ana;
    await page.goto('/register');
    await register(page, {
      fullName: 'Ana Marković',
      phone: '5555550101',
      username: 'ana.markovic',
      price: '25',
      month: '10',
    });
    await page.waitForURL('**/dashboard');
    await page.getByText('Account Balance').first().waitFor();
  });

  step('a visitor opens the profile, registers, and returns to it', async () => {
    const { page } = ben;
    await page.goto('/ana.markovic');
    await heading(page, 'Ana Marković').waitFor();
    await button(page, /Contact for \$25/)
      .or(link(page, /Contact for \$25/))
      .click();
    await page.waitForURL('**/login');
    await link(page, /Register/).click();
    await register(page, {
      fullName: 'Ben Okafor',
      phone: '5555550102',
      username: 'ben.okafor',
      price: '5',
      month: '0',
    });
    await page.waitForURL('**/ana.markovic');
  });

  step('the message form shows its errors, and the draft survives a reload', async () => {
    const { page } = ben;
    await button(page, /Contact for \$25/)
      .or(link(page, /Contact for \$25/))
      .click();
    await page.waitForURL('**/create-inbox/*');
    await page.getByLabel('Subject').fill('Visa');
    await button(page, 'Continue to Payment').click();
    await page.getByText('Subject must be at least 5 characters').first().waitFor();
    await page.getByText('Enter a message').first().waitFor();
    await page.getByLabel('Subject').fill(SUBJECT);
    await page.getByRole('textbox', { name: 'Message' }).click();
    await page.keyboard.type(QUESTION);
    await page.reload();
    await expect(page.getByLabel('Subject').inputValue()).resolves.toBe(SUBJECT);
    await page.getByText('On Friday the clerk').waitFor();
    await button(page, 'Continue to Payment').click();
    await page.waitForURL('**/inbox-payment/*');
  });

  step('a declined card creates no order, and the draft is kept', async () => {
    const { page } = ben;
    await typeCard(page, '4000 0000 0000 0002');
    await button(page, 'Submit Order').click();
    await page
      .getByText(/declined/i)
      .first()
      .waitFor();
    await page.getByText('I applied in March').first().waitFor();
    const { data } = await readLocal(local.url, '/_local/ledger');
    expect(data.filter((account: { balance: number }) => account.balance !== 0)).toEqual([]);
  });

  step('a sender who cannot pay can ask for help and return to the draft', async () => {
    const { page } = ben;
    const here = page.url();
    await page.getByRole('link', { name: 'Ask for help' }).click();
    await page.waitForURL(`**${paths.helpTicket()}`);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(here);
    await page.getByText('I applied in March').first().waitFor();
  });

  step(
    'a card that requires the bank’s authentication is authenticated, and the money is held',
    async () => {
      const { page } = ben;
      await page.reload();
      await typeCard(page, '4000 0025 0000 3155');
      await button(page, 'Submit Order').click();
      const bank = page.frameLocator('iframe[title^="3D Secure"]');
      await bank.getByRole('button', { name: 'Complete authentication' }).click();
      await page.waitForURL('**/payment-success*');
      await page.getByText('Payment successful.').first().waitFor();
      const { data } = await readLocal(local.url, '/_local/ledger');
      expect(data).toContainEqual(expect.objectContaining({ account: 'held', balance: 2_500 }));
    },
  );

  step(
    'the recipient finds the message in the inbox, answers, and earns the net amount',
    async () => {
      const { page } = ana;
      await link(page, /^Inbox/)
        .first()
        .click();
      await page.waitForURL('**/inbox');
      await page.getByText('$22.00').first().waitFor();
      await link(page, /Ben Okafor/).click();
      await page.waitForURL('**/inbox-viewer/*');
      await page.getByText('PENDING YOUR PAID RESPONSE').waitFor();
      await page.getByText('On Friday the clerk').waitFor();
      await link(page, 'Reply').or(button(page, 'Reply')).first().click();
      await page.waitForURL('**/paid-reply/*');
      await page.getByRole('textbox', { name: /Your answer/ }).click();
      await page.keyboard.type('Too short.');
      await button(page, 'Send and earn $22.00').click();
      await page.getByText('Your reply must be at least 200 characters').first().waitFor();
      await page.keyboard.type(` ${ANSWER}`);
      await page.getByRole('radio', { name: 'Me', exact: true }).click();
      await button(page, 'Send and earn $22.00').click();
      await page.waitForURL('**/inbox-viewer/*');
      await page.getByText('CONVERSATION REMAINS OPEN').waitFor();
      await page.goto('/account-balance');
      await page.getByText('$22.00').first().waitFor();
    },
  );

  step('the sender reads the answer as a letter, and both reply for free', async () => {
    const { page } = ben;
    await page.goto('/orders');
    await link(page, /Ana Marković/).click();
    await page.waitForURL('**/order-viewer/*');
    await page.getByText('the certified copy of the lease').waitFor();
    await page.getByText('$25.00 charged').waitFor();
    await link(page, /Reply/).first().click();
    await page.waitForURL('**/order-reply/*');
    await page
      .getByRole('textbox', { name: /message|reply/i })
      .last()
      .click();
    await page.keyboard.type('Thank you, Ana!');
    await button(page, 'Send Message').click();
    await page.waitForURL('**/order-viewer/*');
    await page.getByText('Thank you, Ana!').waitFor();
    await ana.page.goto('/inbox');
    await link(ana.page, /Ben Okafor/).click();
    await ana.page.getByText('Thank you, Ana!').waitFor();
  });

  step('signing out and in again restores everything', async () => {
    const { page } = ben;
    await page.goto('/logout');
    await page.waitForURL('**/login');
    await page.getByLabel('Username').fill('ben.okafor');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/dashboard');
  });
});
