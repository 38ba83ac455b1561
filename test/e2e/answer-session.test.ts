import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { type Product, phoneOf, startProduct } from '../support/browser.ts';

/* The answer session on a phone, and list and letter on a wide screen. docs/product/conversations.md#answer-session */

const ANSWER = 'The certified copy counts, and the office has to take it. '.repeat(6);
const QUESTION = 'Which date is printed on the letter that you got?';

let product: Product;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ page, context } = await phoneOf(product, 'ana.markovic'));
  // With the two of the demo, three messages wait.
  const { person: ben } = await phoneOf(product, 'ben.okafor');
  const ana = await ben.profileNamed('ana.markovic');
  await ben.pays(ana, {
    price: String(ana.paidResponsePrice),
    subject: 'A third letter',
    text: `<p>${ANSWER}</p>`,
  });
});

afterAll(() => product?.stop());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const choose = async (name: string) => {
  await button('More').click();
  await page.getByRole('menuitem', { name }).click();
};
const letter = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();

describe('the answer session on a phone', () => {
  test('leaves a letter for later, asks about one and declines one', async () => {
    await page.goto(paths.inbox());
    await page.getByRole('link', { name: 'Answer 3 letters' }).click();
    await letter('May my sister work while she waits?');
    await button('Later').click();
    await letter('A letter that I have not opened');
    await choose('Ask one question first');
    await page.getByRole('textbox', { name: 'Your question to Priya' }).fill(QUESTION);
    await button('Send the question').click();
    await letter('A third letter');
    await choose('Decline kindly');
    await page.getByRole('textbox', { name: 'A word to Ben' }).fill('I am not the right person.');
    await button('Decline').click();
    await letter('May my sister work while she waits?');
    await page.getByText('3 of 3', { exact: true }).waitFor();
  });

  test('neither reloads by a pull nor goes back by a swipe, as other screens do', async () => {
    const overscroll = () =>
      page.evaluate(() =>
        [document.documentElement, document.body].map(
          (element) => getComputedStyle(element).overscrollBehavior,
        ),
      );
    expect(await overscroll()).toEqual(['none', 'none']);
    await page.goto(paths.inbox());
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await overscroll()).toEqual(['auto', 'auto']);
    await page.goBack();
    await letter('May my sister work while she waits?');
  });

  test('keeps an answer without a connection and sends it when it is back', async () => {
    await button(/^Answer and earn/).click();
    await page.getByRole('textbox', { name: 'Your answer to Clara' }).fill(ANSWER);
    await page.getByRole('radio', { name: 'Me', exact: true }).click();
    await context.setOffline(true);
    await button(/^Send and earn/).click();
    await page.getByText('1 answer isn’t sent yet').waitFor();
    await page.getByText('when you’re back online').waitFor();
    await context.setOffline(false);
    await page.getByText('Your answer to Clara was sent').waitFor();
    await page.getByText('Earned in this session $23.35').waitFor();
    await page.getByText('Nothing waits for your answer').waitFor();
  });
});

test('on a wide screen the list stays beside the letter, and Back returns to it', async () => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.goto(paths.inbox());
  const list = page.getByRole('complementary', { name: 'Inbound Messages' });
  await page.getByText('Choose a letter').waitFor();
  await list.getByRole('link').filter({ hasText: 'Is this office real?' }).waitFor();
  const scrolled = await list.evaluate((pane) => {
    pane.scrollTo(0, 100);
    return pane.scrollTop;
  });
  expect(scrolled).toBe(100);
  await list.getByRole('link').filter({ hasText: 'Is this office real?' }).click();
  await page.getByRole('heading', { level: 1, name: 'Is this office real?' }).waitFor();
  expect(await list.evaluate((pane) => pane.scrollTop)).toBe(scrolled);
  expect(await list.locator('[aria-current=page]').textContent()).toContain('Is this office real?');
  await page.goBack();
  await page.getByText('Choose a letter').waitFor();
  expect(await list.evaluate((pane) => pane.scrollTop)).toBe(scrolled);
});
