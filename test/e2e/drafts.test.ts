import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';

/*
 * Drafts of one user on a phone and a laptop: Ben writes to two people, and no draft is lost or sent to the wrong
 * person. Each test continues from the previous one.
 */

const TO_TOM =
  'Dear Tom, my starter smells of pears and does nothing before noon. The flour is the same as ever. What would you change first, and how long should I wait?';
const TO_DANIEL =
  'Dear Daniel, the guitar my aunt left me has a crack as thin as a hair right below the bridge. Would you glue it now, or leave it and play on until it grows?';

let product: Product;
let phone: Awaited<ReturnType<typeof openPhone>>;
/** Two tabs on the phone. */
let tom: Page;
let daniel: Page;
let laptop: Awaited<ReturnType<typeof openPhone>>;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  const { browser, local } = product;
  phone = await openPhone(browser, local.url);
  laptop = await openPhone(browser, local.url, { colorScheme: 'dark' });
  tom = phone.page;
  await signIn(tom, 'ben.okafor');
  daniel = await anotherTab(phone.context);
  await daniel.goto(paths.dashboard());
  await signIn(laptop.page, 'ben.okafor');
});

afterAll(() => product?.stop());

let stopped = false;

/** Defines a step of the story: skipped if an earlier one failed, with a screenshot of each page if it fails. */
function step(sentence: string, walk: () => Promise<void>): void {
  test(sentence, async () => {
    if (stopped) throw new Error('a step before this one failed');
    stopped = true;
    try {
      await walk();
    } catch (fault) {
      await tom.screenshot({ path: 'test-results/tom.png' });
      await daniel.screenshot({ path: 'test-results/daniel.png' });
      await laptop.page.screenshot({ path: 'test-results/laptop.png' });
      throw fault;
    }
    stopped = false;
  });
}

async function anotherTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  return page;
}

/** Opens a new message to a user through the search, from any page. */
async function writeTo(page: Page, name: string): Promise<void> {
  await outbox(page);
  await page.getByRole('link', { name: 'Users' }).first().click();
  await page.getByRole('searchbox').fill(name);
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await page
    .getByRole('link', { name: /^Contact for/ })
    .first()
    .click();
  await page.waitForURL('**/create-inbox/*');
}

async function type(page: Page, subject: string, text: string): Promise<void> {
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('textbox', { name: 'Message' }).click();
  await page.keyboard.type(text);
}

const saved = (page: Page) => page.getByText('Saved for 30 days').waitFor();
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' }).click();
/** Opens the outbox from any page; forms have no navigation. */
async function outbox(page: Page): Promise<void> {
  const there = page.getByRole('link', { name: /^Outbox/ }).first();
  if (await there.isVisible()) await there.click();
  else await page.goto(paths.orders());
  await page.waitForURL(`**${paths.orders()}`);
}
const unfinished = (page: Page) => page.getByRole('list', { name: 'Drafts' });
const subject = (page: Page) => page.getByLabel('Subject').inputValue();

step('drafts to two recipients in two tabs do not overwrite each other', async () => {
  await writeTo(tom, 'Tom Weller');
  await writeTo(daniel, 'Daniel Reyes');
  await type(tom, 'A starter that sleeps', TO_TOM);
  await type(daniel, 'A crack below the bridge', TO_DANIEL);
  await Promise.all([saved(tom), saved(daniel)]);
  await tom.reload();
  await tom.getByText('smells of pears').waitFor();
  expect(await subject(tom)).toBe('A starter that sleeps');
  await daniel.reload();
  await daniel.getByText('as thin as a hair').waitFor();
  expect(await subject(daniel)).toBe('A crack below the bridge');
});

step('the outbox of the laptop lists both drafts, and one is continued there', async () => {
  const { page } = laptop;
  await outbox(page);
  await unfinished(page).getByText('A starter that sleeps').waitFor();
  await unfinished(page).getByText('A crack below the bridge').waitFor();
  await unfinished(page)
    .getByRole('link', { name: /Tom Weller/ })
    .click();
  await page.getByText('smells of pears').waitFor();
  await page.getByLabel('Subject').fill('A starter that sleeps late');
  await saved(page);
});

step(
  'paying for an outdated draft on the phone is refused, and the newer version can then be paid',
  async () => {
    // The phone opened the payment page before the laptop changed the draft, and does not know about the change.
    await goOn(tom);
    await tom.waitForURL('**/inbox-payment/*');
    await tom.getByRole('heading', { name: 'A starter that sleeps late' }).waitFor();
    const { page } = laptop;
    await page.getByLabel('Subject').fill('A starter that wakes at noon');
    await saved(page);
    await tom.getByRole('button', { name: 'Submit Order' }).click();
    await tom.getByText('Your draft was changed elsewhere').waitFor();
    await tom.getByText('Nothing was sent or charged').waitFor();
    await tom.getByRole('heading', { name: 'A starter that wakes at noon' }).waitFor();
    await tom.getByRole('button', { name: 'Submit Order' }).click();
    await tom.waitForURL('**/payment-success*');
    await tom.getByText('A starter that wakes at noon').waitFor();
  },
);

step('the other tab pays for its own draft, to its own recipient', async () => {
  // Daniel asks this of everybody who writes to him.
  await daniel.getByLabel('Which instrument is it, and how old?').fill('A parlor guitar of 1931.');
  await goOn(daniel);
  await daniel.waitForURL('**/inbox-payment/*');
  await daniel.getByText('as thin as a hair').waitFor();
  await daniel.getByText('To Daniel Reyes').waitFor();
  await daniel.getByRole('button', { name: 'Submit Order' }).click();
  await daniel.waitForURL('**/payment-success*');
  await daniel.getByRole('link', { name: 'See your letter' }).click();
  await daniel.getByText('as thin as a hair').waitFor();
});

test('no step logged an error in the console', () => {
  expect([...phone.complaints, ...laptop.complaints]).toEqual([]);
});
