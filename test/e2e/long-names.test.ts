import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { type Product, phoneOf, startProduct } from '../support/browser.ts';
import { makeContacts, member } from '../support/chat-people.ts';
import type { HttpPerson } from '../support/client.ts';

/* The longest names and texts that the rules allow, without spaces and in any script. */

const UNBROKEN = 'WM'.repeat(25);
/** A right-to-left name that is wider than any phone. */
const ARABIC = 'محمد عبدالرحمن الحسيني الأنصاري التونسي المقدسي';

let product: Product;
let ana: HttpPerson;
let lucia: HttpPerson;
let inboxId: string;
let chatIds: readonly string[];

beforeAll(async () => {
  product = await startProduct({ seed: true });
  const { url } = product.local;
  ana = await member(url, 'ana.markovic');
  lucia = await member(url, 'lucia.prado');
  const tom = await member(url, 'tom.weller');
  await makeContacts(ana, lucia, tom);
  chatIds = [(await ana.opensGroup([lucia, tom], UNBROKEN)).id, (await ana.opensChat(lucia)).id];
  // A conversation stores the names at its start.
  await rename(lucia, ARABIC);
  const { paidResponsePrice } = await lucia.profileOf(ana);
  ({ id: inboxId } = await lucia.pays(ana, {
    card: 'pm_card_visa',
    nameOnCard: 'Lucia Prado',
    subject: UNBROKEN,
    text: `<p>${'Which of the two forms is it? '.repeat(5)}</p>`,
    price: String(paidResponsePrice),
  }));
  await ana.addsLink(UNBROKEN, 'https://example.com/');
});

afterAll(() => product?.stop());

async function rename(person: HttpPerson, userFullName: string): Promise<void> {
  const { username, bio, categoryId, subCategoryId } = await person.account();
  await person.editsProfile({ username, userFullName, userBio: bio, categoryId, subCategoryId });
}

async function smallPhoneOf(username: string): Promise<Page> {
  const { page } = await phoneOf(product, username);
  await page.setViewportSize({ width: 320, height: 568 });
  return page;
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

describe('names of 50 characters without a space on a phone 320 points wide', () => {
  test('do not cover the Back link of any header', async () => {
    await rename(lucia, UNBROKEN);
    const [anas, lucias] = [await smallPhoneOf('ana.markovic'), await smallPhoneOf('lucia.prado')];
    const [groupId, directId] = chatIds as [string, string];
    const screens = [
      [anas, paths.inboxViewer(inboxId), paths.inbox()],
      [anas, paths.paidReply(inboxId), paths.inboxViewer(inboxId)],
      [anas, paths.chatViewer(groupId), paths.chat()],
      [anas, paths.chatViewer(directId), paths.chat()],
      [anas, paths.chatReply(groupId), paths.chatViewer(groupId)],
      [anas, paths.chatGroup(groupId), paths.chatViewer(groupId)],
      [anas, paths.createInbox(lucia.id), paths.profile('lucia.prado')],
      [lucias, paths.orderViewer(inboxId), paths.orders()],
      [lucias, paths.cancel(inboxId), paths.orderViewer(inboxId)],
    ] as const;
    for (const [page, address, back] of screens) {
      await page.goto(address);
      await page.waitForFunction(
        () => document.querySelector('h1') && !document.querySelector('.skeleton'),
      );
      // A click hits the topmost element: it fails if the title covers the arrow.
      await page.getByRole('link', { name: 'Back', exact: true }).first().click();
      await page.waitForURL(`**${back}`);
    }
  });

  test('do not widen any screen', async () => {
    const anas = await smallPhoneOf('ana.markovic');
    const lists = [
      paths.inbox(),
      paths.chat(),
      paths.contacts(),
      paths.userLinks(),
      paths.dashboard(),
      paths.chatGroup(chatIds[0] ?? ''),
    ];
    for (const address of [...lists, paths.profile('ana.markovic'), paths.profile('lucia.prado')]) {
      await anas.goto(address);
      await anas.waitForFunction(
        () => document.querySelector('h1') && !document.querySelector('.skeleton'),
      );
      expect([address, await widthOf(anas)]).toEqual([address, 320]);
    }
  });
});

/** Whether the beginning of a text is visible in its box. */
const showsBeginning = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (!words) return false;
    range.setStart(words, 0);
    range.setEnd(words, 1);
    const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return letter.left >= box.left - 1 && letter.right <= box.right + 1;
  });

test('a truncated right-to-left name keeps its beginning', async () => {
  await rename(lucia, ARABIC);
  const page = await smallPhoneOf('ana.markovic');
  for (const address of [paths.inbox(), paths.chat(), paths.contacts()]) {
    await page.goto(address);
    const names = page.locator('main').getByText(ARABIC, { exact: true });
    await names.first().waitFor();
    for (const name of await names.all()) {
      if (!(await name.isVisible())) continue;
      expect([address, await showsBeginning(name)]).toEqual([address, true]);
      expect(await name.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    }
  }
});

test('right-to-left text is aligned to the right while it is typed', async () => {
  const page = await smallPhoneOf('ana.markovic');
  const directionOf = (box: Locator) =>
    box.evaluate((element) => getComputedStyle(element).direction);
  await page.goto(paths.helpTicket());
  const subject = page.getByLabel('Subject');
  await subject.fill(ARABIC.slice(0, 20));
  expect(await directionOf(subject)).toBe('rtl');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill(ARABIC);
  expect(await directionOf(message)).toBe('rtl');
  await page.goto(paths.chatViewer(chatIds[1] ?? ''));
  const line = page.getByRole('textbox', { name: 'Message' });
  await line.fill(ARABIC);
  expect(await directionOf(line)).toBe('rtl');
  await page.getByRole('button', { name: 'Send Message' }).click();
  // The pending message is replaced once the server has it.
  const written = page.locator('.slip:not(.slip-pending) p', { hasText: ARABIC }).last();
  await written.waitFor();
  expect(await directionOf(written)).toBe('rtl');
});
