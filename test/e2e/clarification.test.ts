import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { isGone, type Product, phoneOf, reads, startProduct } from '../support/browser.ts';

/* A clarifying question before the answer, for both people on their phones. docs/product/conversations.md#a-clarifying-question */

const LETTER = 'A letter that I have not opened';
const QUESTION = 'Do you have the permit for the terrace already?';
const INFORMATION = 'Not yet. The office asked me for a plan of it.';

let product: Product;
let ana: Page;
let priya: Page;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ana = (await phoneOf(product, 'ana.markovic')).page;
  priya = (await phoneOf(product, 'priya.nair')).page;
});

afterAll(() => product?.stop());

/** Opens the conversation from a list, whose row has this label. */
async function open(page: Page, list: string, label: RegExp): Promise<void> {
  await page.goto(`${list}?filter=PENDING`);
  await page
    .getByRole('link')
    .filter({ hasText: LETTER })
    .filter({ hasText: label })
    .first()
    .click();
  await page.getByRole('heading', { name: LETTER, level: 1 }).waitFor();
}

/** Unfolds the timeline of the open letter. */
const unfold = (page: Page) => page.getByRole('button', { name: /timeline$/ }).click();

describe('a clarifying question', () => {
  test('is asked once, in a form that keeps its text and says what it does', async () => {
    await open(ana, paths.inbox(), /left|Due/);
    await ana.getByRole('link', { name: 'Ask first' }).click();
    await reads(ana, 'A free question before you answer', 'Priya has 72 hours to reply.');
    await ana.getByRole('textbox', { name: 'Your question to Priya' }).fill('Why?');
    await ana.getByRole('button', { name: 'Send the question' }).click();
    await reads(ana, 'Please write at least 20 characters');
    await ana.getByRole('textbox', { name: 'Your question to Priya' }).fill(QUESTION);
    await ana.getByRole('button', { name: 'Send the question' }).click();
    await reads(ana, 'WAITING FOR THE SENDER', QUESTION, 'at the latest', '$23.35');
    await unfold(ana);
    await reads(ana, 'You asked Priya a question');
    await isGone(ana.getByRole('link', { name: 'Ask first' }));
    expect(await ana.getByRole('link', { name: 'Reply and earn $23.35' }).count()).toBe(1);
    await ana.getByRole('button', { name: 'Stop waiting' }).waitFor();
  });

  test('is answered by the sender, who sees that nothing is charged for it', async () => {
    await open(priya, paths.orders(), /Needs your reply/);
    await unfold(priya);
    await reads(priya, 'THEY NEED YOUR REPLY', 'Ana asked you a question', '$25.00 on hold');
    await priya.getByRole('button', { name: 'More', exact: true }).click();
    await priya.getByRole('menuitem', { name: 'Let them answer without it' }).waitFor();
    await priya.keyboard.press('Escape');
    await priya.getByRole('link', { name: 'Reply', exact: true }).click();
    await reads(priya, 'After you reply', QUESTION);
    await priya.getByRole('textbox', { name: 'Your reply to Ana' }).fill(INFORMATION);
    await priya.getByRole('button', { name: 'Send the reply' }).click();
    await unfold(priya);
    await reads(priya, 'You replied, the new deadline is', INFORMATION, 'PENDING USER RESPONSE');
  });

  test('leaves the message to be answered, and cannot be asked again', async () => {
    await open(ana, paths.inbox(), /left|Due/);
    await unfold(ana);
    await reads(ana, 'Priya replied, the new deadline is', INFORMATION);
    await isGone(ana.getByRole('link', { name: 'Ask first' }));
    await ana.getByRole('link', { name: 'Reply and earn $23.35' }).waitFor();
  });
});
