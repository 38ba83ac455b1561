import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { isGone, type Product, phoneOf, startProduct } from '../support/browser.ts';

/*
 * Reports, blocks and an appeal, by people on their phones. docs/product/desk.md#reports
 * docs/product/contacts.md#blocking
 */

let product: Product;
const complaints: string[][] = [];

beforeAll(async () => {
  product = await startProduct({ seed: true });
});
afterAll(() => product?.stop());

async function phone(username: string): Promise<Page> {
  const opened = await phoneOf(product, username);
  complaints.push(opened.complaints);
  return opened.page;
}

async function choose(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function report(page: Page, reason: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: reason }).check();
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Reported. We tell you when it’s decided.').waitFor();
  await isGone(dialog);
}

test('somebody who visits a profile reports it', async () => {
  const clara = await phone('clara.jung');
  await clara.goto(paths.profile('oskar.nowak'));
  await choose(clara, 'More about Oskar Nowak', 'Report…');
  await clara.getByRole('dialog').getByRole('radio', { name: 'Threats' }).check();
  await clara.getByText(/Call the emergency number first/).waitFor();
  await report(clara, 'Pretending to be someone else', 'I know the real one.');
});

test('the recipient of an answered message reports it', async () => {
  const ana = await phone('ana.markovic');
  await ana.goto(`${paths.inbox()}`);
  await ana.getByRole('link').filter({ hasText: 'Refused at the counter, what now?' }).click();
  await ana.getByRole('heading', { name: 'Refused at the counter, what now?', level: 1 }).waitFor();
  await choose(ana, 'More', 'Report…');
  await ana.getByText(/What was paid stays as it is/).waitFor();
  await report(ana, 'Bullying or harassment', '');
});

test('a sender who blocks the recipient of a pending order gets the money back, and can undo the block', async () => {
  const clara = await phone('clara.jung');
  await clara.goto(`${paths.orders()}?filter=PENDING`);
  await clara
    .getByRole('link')
    .filter({ hasText: 'May my sister work while she waits?' })
    .first()
    .click();
  await clara
    .getByRole('heading', { name: 'May my sister work while she waits?', level: 1 })
    .waitFor();
  await choose(clara, 'More', 'Block Ana');
  const confirm = clara.getByRole('alertdialog');
  await confirm.getByText(/Whoever paid gets all of the money back/).waitFor();
  await confirm.getByRole('button', { name: 'Block Ana' }).click();
  await clara.getByText('You blocked Ana.').waitFor();
  await clara.getByText('YOU CANCELED THIS ORDER').first().waitFor();
  await clara.getByText('All $25.00 is on its way back to your card.').first().waitFor();

  await clara.goto(paths.settings());
  await clara.getByRole('link', { name: 'Blocked people' }).click();
  await clara.getByRole('button', { name: 'Unblock Ana Marković' }).click();
  await clara.getByRole('alertdialog').getByRole('button', { name: 'Unblock Ana' }).click();
  await clara.getByText('NO ONE IS BLOCKED').waitFor();
});

test('a person reads the decision about their account, and appeals it once', async () => {
  const sam = await phone('sam.whitaker');
  await sam.goto(paths.settings());
  await sam.getByRole('link', { name: 'Decisions', exact: true }).click();
  await sam.getByRole('link').filter({ hasText: 'ask for bank details' }).click();
  await sam.getByRole('heading', { name: 'You were warned', level: 1 }).waitFor();
  await sam.getByText('Scam or fraud.').waitFor();
  await sam.getByRole('link', { name: 'Appeal', exact: true }).click();
  await sam.getByRole('textbox').fill('The office exists, and I can show you its papers.');
  await sam.getByRole('button', { name: 'Send the appeal' }).click();
  await sam.getByText(/^You appealed on .* We’re looking at it\.$/).waitFor();
  await sam.reload();
  await sam.getByText(/^You appealed on/).waitFor();
  await isGone(sam.getByRole('link', { name: 'Appeal', exact: true }));
});

test('no step logged an error in the console', () => expect(complaints.flat()).toEqual([]));
