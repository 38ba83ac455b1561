import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { type Product, phoneOf, startProduct } from '../support/browser.ts';
import { focusedNode, hears, recordLiveRegions } from '../support/screen-reader.ts';
import { until } from '../support/until.ts';

/* The main job as a screen reader gets it: what has the focus in the accessibility tree, and what live regions say. */

let product: Product;
let ben: Awaited<ReturnType<typeof phoneOf>>;
let lucia: Awaited<ReturnType<typeof phoneOf>>;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ben = await phoneOf(product, 'ben.okafor');
  lucia = await phoneOf(product, 'lucia.prado');
  for (const { page } of [ben, lucia]) await recordLiveRegions(page);
});
afterAll(() => product?.stop());

const SUBJECT = 'Heard, not seen';

const presses = (page: Page, role: 'link' | 'button', name: RegExp | string) =>
  page.getByRole(role, { name }).press('Enter');
const writes = (page: Page, text: string) => page.locator('[contenteditable]').fill(text);

/**
 * Waits until the heading of a page has the focus, and is read with this name. It is asked again: the heading that comes while a page
 * loads may be replaced by that of the page, which gets the focus then, between the two questions that one answer takes.
 */
const readsHeading = (page: Page, name: string): Promise<void> =>
  until(async () => {
    const focused = await focusedNode(page);
    return focused.role === 'heading' && focused.name === name;
  }, `the heading “${name}” has the focus`);

test('the sender hears what is missing in a letter, and that it is long enough', async () => {
  const { page } = ben;
  await page.goto(paths.profile('lucia.prado'));
  await presses(page, 'link', /^Contact for/);
  await readsHeading(page, 'Send a Message');
  await presses(page, 'button', 'Continue to Payment');
  await page.locator('[aria-invalid=true]:focus').waitFor();
  expect(await focusedNode(page)).toMatchObject({
    role: 'textbox',
    name: 'Subject',
    description: expect.stringMatching(/^Enter a subject line.*characters/),
  });
  await page.getByLabel('Subject').fill(SUBJECT);
  await page.locator('[contenteditable]').press('a');
  expect((await focusedNode(page)).description).toContain('At least 100 characters');
  await writes(page, 'Which of these clauses is unfair to us? '.repeat(4));
  await hears(page, /Long enough/);
});

test('the sender hears the heading of each page to the paid letter', async () => {
  const { page } = ben;
  await presses(page, 'button', 'Continue to Payment');
  await readsHeading(page, 'Confirm Payment');
  await presses(page, 'button', 'Submit Order');
  await readsHeading(page, 'Payment successful.');
  await presses(page, 'link', 'See your letter');
  await readsHeading(page, SUBJECT);
});

test('the recipient hears the letter, the form of the answer, and what the answer earned', async () => {
  const { page } = lucia;
  await page.goto(paths.inbox());
  await presses(page, 'link', new RegExp(SUBJECT));
  await readsHeading(page, SUBJECT);
  await presses(page, 'link', /^Reply and earn/);
  await readsHeading(page, 'Reply to Message');
  await writes(page, 'Strike out clause nine, which takes it all. '.repeat(6));
  await hears(page, /Long enough/);
  await page.getByRole('radio', { name: 'Me', exact: true }).press('Space');
  expect(await focusedNode(page)).toMatchObject({ role: 'radio', name: 'Me' });
  await presses(page, 'button', /^Send/);
  await readsHeading(page, SUBJECT);
  await hears(page, /^Answered, \$[\d.]+ earned\.$/);
});

test('the sender hears that the answer arrived and what was charged', async () => {
  await hears(ben.page, /^Lucía answered\. \$[\d.]+ charged\.$/);
  expect([...ben.complaints, ...lucia.complaints]).toEqual([]);
});
