import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { type Product, phoneOf, reads, startProduct } from '../support/browser.ts';

/* Tiers, a cap on waiting messages and a pause, for three people on their phones. docs/product/profiles.md#tiers */

const SUBJECT = 'Four wakings a night';
const LETTER =
  'She is seven months old and wakes at ten, at midnight, at two and at four. I feed her each time, and each time it takes an hour until she sleeps again. What would you change first?';

let product: Product;
let elise: Page;
let priya: Page;
let tom: Page;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  elise = (await phoneOf(product, 'elise.laurent')).page;
  priya = (await phoneOf(product, 'priya.nair')).page;
  tom = (await phoneOf(product, 'tom.weller')).page;
});

afterAll(() => product?.stop());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

/** A link of the profile once the app knows who is signed in: in the page for visitors it leads to the sign-in. */
const forUser = (page: Page, words: RegExp) =>
  page.locator('a[href^="/create-inbox/"]').filter({ hasText: words });

describe('prices as products', () => {
  test('are added, moved and saved by their owner', async () => {
    await elise.goto(paths.inboundMessageConfig());
    await reads(elise, 'One thing to change', 'A plan for the week');
    await link(elise, 'Change your tiers').click();
    await button(elise, 'Add a tier').click();
    const third = elise.getByRole('group', { name: 'Tier 3' });
    await third.getByLabel('Name').fill('A month beside you');
    await third.getByLabel('Price').fill('120');
    await third.getByLabel('What they get').fill('Four plans, one for each week');
    await third.getByLabel('Minimum length').fill('150');
    await button(elise, 'Save').click();
    await reads(elise, 'Please enter a number of characters from 200 to 5,000');
    await third.getByLabel('Minimum length').fill('1200');
    await button(elise, 'Move Tier 3 up').click();
    await button(elise, 'Save').click();
    await elise.waitForURL(`**${paths.inboundMessageConfig()}`);
    const names = elise.getByRole('list', { name: 'Your tiers' }).getByRole('listitem');
    await names.nth(1).getByText('A month beside you').waitFor();
  });

  test('are chosen on the profile or where the message is written, and paid for', async () => {
    await priya.goto(paths.profile('elise.laurent'));
    await reads(priya, 'Contact from $15.00');
    await forUser(priya, /^A plan for the week/).click();
    await priya.waitForURL('**/create-inbox/**');
    await reads(priya, 'What Elise offers', 'Continue to Payment');
    const plan = priya.getByRole('radio', { name: /^A plan for the week/ });
    await plan.waitFor();
    expect(await plan.isChecked()).toBe(true);
    await priya.getByLabel('Subject').fill(SUBJECT);
    await priya.getByRole('textbox', { name: 'Message' }).fill(LETTER);
    await button(priya, 'Continue to Payment').click();
    await reads(priya, 'A plan for the week', 'At least 800 characters.');
    await button(priya, 'Submit Order').click();
    await reads(priya, 'Payment successful.', 'A plan for the week');
    await link(priya, 'See your letter').click();
    await button(priya, /timeline$/).click();
    await priya.getByText(/^Delivered, \$45\.00 held on .*: A plan for the week/).waitFor();
  });

  test('have to be chosen first, if the sender comes without one', async () => {
    await tom.goto(paths.profile('elise.laurent'));
    await forUser(tom, /^Contact from/).click();
    await tom.waitForURL('**/create-inbox/**');
    await reads(tom, 'What Elise offers', 'Continue to Payment');
    await tom.getByLabel('Subject').fill(SUBJECT);
    await tom.getByRole('textbox', { name: 'Message' }).fill(LETTER);
    await button(tom, 'Continue to Payment').click();
    await reads(tom, 'Please choose one');
    expect(await tom.getByLabel('Subject').inputValue()).toBe(SUBJECT);
  });

  test('tell the recipient what was bought, and how long the answer has to be', async () => {
    await elise.goto(`${paths.inbox()}?filter=PENDING`);
    await link(elise, new RegExp(SUBJECT)).click();
    await button(elise, /timeline$/).click();
    await reads(elise, 'Paid and delivered: A plan for the week', 'At least 800 characters.');
    await link(elise, /^Reply and earn/).click();
    await reads(elise, '800 more characters');
  });
});

describe('a cap on waiting messages', () => {
  test('shows that the person is full, and tells who asked when there is a place', async () => {
    await elise.goto(paths.updateAvailability());
    await elise.getByLabel(/^Waiting letters/).fill('1');
    await button(elise, 'Save').click();
    await elise.waitForURL(`**${paths.inboundMessageConfig()}`);
    await tom.goto(paths.profile('elise.laurent'));
    await reads(tom, 'isn’t taking more letters right now');
    await button(tom, 'Notify me when there’s an opening').click();
    await reads(tom, 'We’ll notify you when there’s an opening.');
    await elise.reload();
    await reads(elise, 'People waiting for a free place');
    await elise.goto(paths.updateAvailability());
    await elise.getByLabel(/^Waiting letters/).fill('');
    await button(elise, 'Save').click();
    await elise.waitForURL(`**${paths.inboundMessageConfig()}`);
    await product.local.drain();
    await tom.goto(paths.dashboard());
    await reads(tom, '@elise.laurent has an opening for a letter');
  });
});

describe('a pause', () => {
  test('is on the profile with its return date, and on the home screen of its owner', async () => {
    await elise.goto(paths.updateAvailability());
    await elise.getByRole('radio', { name: /^I am pausing/ }).check();
    const day = new Date(Date.now() + 20 * 24 * 60 * 60 * 1_000);
    const two = (number: number) => String(number).padStart(2, '0');
    await elise
      .getByLabel(/^Back on/)
      .fill(`${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`);
    await button(elise, 'Save').click();
    await elise.waitForURL(`**${paths.inboundMessageConfig()}`);
    await reads(elise, 'You’re not accepting letters until');
    await tom.goto(paths.profile('elise.laurent'));
    await reads(tom, 'Elise isn’t accepting letters until');
  });
});
