import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { type Local, startLocal } from '../../lib/local/local.ts';
import { DEMO_PASSWORD } from '../../lib/local/seed/demo.ts';
import { paths } from '../../web/src/paths.ts';
import { openPhone, startBrowser } from '../support/browser.ts';
import { befriend, directChat, group, member, write } from '../support/chat-people.ts';
import {
  composer,
  fromEnd,
  looks,
  loseAnswers,
  pending,
  say,
  slip,
} from '../support/chat-phone.ts';
import type { Person } from '../support/client.ts';
import { chatting } from '../support/stretches.ts';

/*
 * Chats on two phones. Nobody waits: the phones' clocks are moved on to the moment at which they look for news. Each
 * test has a chat of its own.
 */

let folder: string;
let local: Local;
let browser: Browser;
let lucia: Person;
let ben: Person;
let tom: Person;
const phones = new Map<string, Page>();
const complaints: string[][] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replypaid-'));
  [local, browser] = await Promise.all([
    startLocal({ folder, port: 0, seed: true, quiet: true }),
    startBrowser(),
  ]);
  lucia = await member(local.url, 'lucia.prado');
  ben = await member(local.url, 'ben.okafor');
  tom = await member(local.url, 'tom.weller');
  await befriend(lucia, ben, tom);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await local?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The phone of somebody of the seeded world, signed in once, its clock in our hands. */
async function phoneOf(username: string): Promise<Page> {
  const known = phones.get(username);
  if (known) return known;
  const phone = await openPhone(browser, local.url);
  complaints.push(phone.complaints);
  const { page } = phone;
  await page.clock.install();
  await signIn(page, username);
  phones.set(username, page);
  return page;
}

async function signIn(page: Page, username: string): Promise<void> {
  await page.goto(paths.login());
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`**${paths.dashboard()}`);
}

/** Opens a chat on somebody's phone, its messages there. */
async function opened(username: string, chatId: string): Promise<Page> {
  const page = await phoneOf(username);
  await page.goto(paths.chatViewer(chatId));
  await page.locator('[data-message]').first().waitFor();
  return page;
}

async function newChat(name: string, messages = 1, writer = lucia): Promise<string> {
  const chatId = await group(lucia, name, ben, tom);
  for (let number = 1; number <= messages; number++) await write(writer, chatId, `Line ${number}.`);
  return chatId;
}

const hasFocus = (element: Element) => element === document.activeElement;

describe('two people who chat', () => {
  test('see at once what they write, hear of it soon, and who has seen it', async () => {
    const chatId = await newChat('Papers');
    const lucias = await opened('lucia.prado', chatId);
    const bens = await opened('ben.okafor', chatId);
    await say(bens, 'Is the annex ready?');
    await slip(bens, 'Is the annex ready?').waitFor();
    expect(await composer(bens).inputValue()).toBe('');
    await looks(lucias);
    await slip(lucias, 'Is the annex ready?').waitFor();
    await lucias.locator('[aria-live]', { hasText: 'Ben Okafor: Is the annex ready?' }).waitFor();
    expect(await fromEnd(lucias)).toBeLessThan(2);
    await bens.getByText('Sent', { exact: true }).waitFor();
    await looks(bens);
    await bens.getByRole('button', { name: 'Seen by 1' }).click();
    const seenBy = bens.getByRole('dialog', { name: 'Seen by' });
    await seenBy.getByRole('list', { name: 'Seen by' }).getByText('Lucía Prado').waitFor();
    await seenBy.getByRole('list', { name: 'Not yet' }).getByText('Tom Weller').waitFor();
  }, 60_000);

  test('find what is new under a line, which stays while they read', async () => {
    const chatId = await newChat('While away');
    const bens = await opened('ben.okafor', chatId);
    await say(bens, 'I am off.');
    await slip(bens, 'I am off.').waitFor();
    await bens.goto(paths.chat());
    await write(lucia, chatId, 'Back already?');
    await opened('ben.okafor', chatId);
    await slip(bens, 'Back already?').waitFor();
    await write(lucia, chatId, 'Not yet, then.');
    await looks(bens);
    await slip(bens, 'Not yet, then.').waitFor();
    const listed = bens.getByRole('region', { name: 'Messages' }).getByRole('listitem');
    expect((await listed.allInnerTexts()).map((words) => words.split('\n')[0])).toEqual([
      'Lucía Prado',
      'You',
      'New',
      'Lucía Prado',
    ]);
  }, 60_000);

  test('see that the other is writing, until they have stopped', async () => {
    const chatId = await newChat('Typing');
    const lucias = await opened('lucia.prado', chatId);
    const bens = await opened('ben.okafor', chatId);
    const marked = bens.waitForResponse((response) => response.url().includes('markChatAsTyping'));
    await composer(bens).fill('I was thinking');
    await marked;
    await looks(lucias);
    await lucias.getByText('Ben Okafor is writing').waitFor();
    const removed = bens.waitForResponse((response) =>
      response.url().includes('removeChatAsTyping'),
    );
    await composer(bens).fill('');
    await removed;
    await looks(lucias, 7);
    await lucias.getByText('Ben Okafor is writing').waitFor({ state: 'detached' });
  }, 60_000);

  test('write longer messages on a page of their own', async () => {
    const chatId = await newChat('Long ones');
    const bens = await opened('ben.okafor', chatId);
    await composer(bens).fill('Dear all,');
    await bens.getByRole('link', { name: 'Reply' }).click();
    await bens.getByRole('heading', { name: 'Reply to Chat' }).waitFor();
    const editor = bens.locator('[contenteditable="true"]');
    await editor.getByText('Dear all,').waitFor();
    await editor.fill('');
    await bens.getByRole('button', { name: 'Send Message' }).click();
    await bens.getByText('Please enter a message').waitFor();
    await editor.pressSequentially('Read it twice.');
    await bens.getByText('14 characters').waitFor();
    await bens.getByRole('button', { name: 'Send Message' }).click();
    await bens.waitForURL(`**${paths.chatViewer(chatId)}`);
    await slip(bens, 'Read it twice.').waitFor();
    expect(await pending(bens).count()).toBe(0);
  }, 60_000);
});

describe('a message that cannot go out', () => {
  test('waits without internet, and then arrives once, in order', async () => {
    const chatId = await newChat('Tunnel');
    const lucias = await opened('lucia.prado', chatId);
    const bens = await opened('ben.okafor', chatId);
    await bens.context().setOffline(true);
    await say(bens, 'First.');
    await say(bens, 'Second.');
    await bens.getByText('Goes out when you are online').nth(1).waitFor();
    await bens.context().setOffline(false);
    await slip(bens, 'Second.').waitFor();
    await pending(bens).first().waitFor({ state: 'detached' });
    await looks(lucias);
    await slip(lucias, 'Second.').waitFor();
    expect(await lucias.locator('[data-message]').allInnerTexts()).toEqual([
      'Line 1.',
      'First.',
      'Second.',
    ]);
  }, 60_000);

  test('says so and offers another try; one whose answer was lost arrives once', async () => {
    const chatId = await newChat('Lost answers');
    const bens = await opened('ben.okafor', chatId);
    // The news would bring it, and answer the question before it is asked.
    await bens.route('**/api/viewChatMessagesSince*', () => undefined);
    await loseAnswers(bens);
    await say(bens, 'Did you get this?');
    await bens.getByText('Not sent.').waitFor();
    await say(bens, 'And this?');
    await bens.unroute('**/api/createChatMessage');
    await bens.getByRole('button', { name: 'Try again' }).click();
    await slip(bens, 'And this?').waitFor();
    await pending(bens).first().waitFor({ state: 'detached' });
    await bens.unroute('**/api/viewChatMessagesSince*');
    await bens.reload();
    await slip(bens, 'And this?').waitFor();
    expect(await bens.locator('[data-message]').allInnerTexts()).toEqual([
      'Line 1.',
      'Did you get this?',
      'And this?',
    ]);
  }, 60_000);

  test('is not called lost once the news bring it', async () => {
    const bens = await opened('ben.okafor', await newChat('Found again'));
    await loseAnswers(bens);
    await say(bens, 'Did this arrive?');
    await bens.getByText('Not sent.').waitFor();
    await bens.unroute('**/api/createChatMessage');
    await bens.clock.fastForward(6_000);
    await bens.getByText('Not sent.').waitFor({ state: 'detached' });
    await slip(bens, 'Did this arrive?').waitFor();
    await pending(bens).first().waitFor({ state: 'detached' });
    expect(await slip(bens, 'Did this arrive?').count()).toBe(1);
  }, 60_000);

  test('goes out with the next visit, whichever screen that opens', async () => {
    const chatId = await newChat('Reload');
    const bens = await opened('ben.okafor', chatId);
    await bens.route('**/api/createChatMessage', () => undefined);
    await say(bens, 'Are you there?');
    await pending(bens).waitFor();
    await bens.unroute('**/api/createChatMessage');
    const sent = bens.waitForResponse((response) => response.url().includes('createChatMessage'));
    await bens.goto(paths.inbox());
    expect((await sent).status()).toBe(200);
    const lucias = await opened('lucia.prado', chatId);
    await slip(lucias, 'Are you there?').waitFor();
    expect(await slip(lucias, 'Are you there?').count()).toBe(1);
  }, 60_000);

  test('can be discarded', async () => {
    const bens = await opened('ben.okafor', await newChat('Discarded'));
    await bens.route('**/api/createChatMessage', (route) => route.abort());
    await say(bens, 'Never mind.');
    await bens.getByRole('button', { name: 'Discard' }).click();
    await pending(bens).waitFor({ state: 'detached' });
    await bens.unroute('**/api/createChatMessage');
    await bens.reload();
    await slip(bens, 'Line 1.').waitFor();
    expect(await bens.getByText('Never mind.').count()).toBe(0);
  }, 60_000);

  test('leaves who answers it with the keyboard among the messages', async () => {
    const bens = await opened('ben.okafor', await newChat('By keyboard'));
    const messages = bens.getByRole('region', { name: 'Messages' });
    await bens.route('**/api/createChatMessage', (route) => route.abort());
    await say(bens, 'Once more.');
    await bens.getByRole('button', { name: 'Try again' }).press('Enter');
    expect(await messages.evaluate(hasFocus)).toBe(true);
    await bens.getByRole('button', { name: 'Discard' }).press('Enter');
    await pending(bens).waitFor({ state: 'detached' });
    expect(await messages.evaluate(hasFocus)).toBe(true);
    await bens.unroute('**/api/createChatMessage');
  }, 60_000);
});

describe('a long chat', () => {
  test('opens at the newest, brings older ones on the way up, and the reader stays where they are', async () => {
    // All of them at once are as many as one person may write in a minute.
    const chatId = await newChat('Long chat', 45, tom);
    const bens = await opened('ben.okafor', chatId);
    await slip(bens, 'Line 45.').waitFor();
    expect(await fromEnd(bens)).toBeLessThan(2);
    await slip(bens, 'Line 6.').waitFor();
    const held: Route[] = [];
    await bens.route('**/api/viewChatMessages?*', (route) => void held.push(route));
    const log = bens.locator('.chat-log');
    await log.evaluate((element) => {
      element.scrollTop = 60;
    });
    await bens.getByText('Fetching older messages...').waitFor();
    const topOf = (text: string) =>
      slip(bens, text).evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const there = await topOf('Line 8.');
    for (const route of held) await route.continue();
    await slip(bens, 'Line 1.').waitFor();
    expect(Math.abs((await topOf('Line 8.')) - there)).toBeLessThan(3);
    const all = await bens.locator('[data-message]').allInnerTexts();
    await bens.unroute('**/api/viewChatMessages?*');
    expect(all).toEqual(Array.from({ length: 45 }, (_, place) => `Line ${place + 1}.`));
  }, 90_000);

  test('says that something came while the reader is further up, and leads there', async () => {
    const chatId = await newChat('Further up', 20);
    const bens = await opened('ben.okafor', chatId);
    await slip(bens, 'Line 20.').waitFor();
    await bens.locator('.chat-log').evaluate((element) => {
      element.scrollTop = 0;
    });
    await write(lucia, chatId, 'Something new.');
    await looks(bens);
    const pill = bens.getByRole('button', { name: '1 new message' });
    await pill.waitFor();
    expect(await fromEnd(bens)).toBeGreaterThan(100);
    await pill.click();
    await pill.waitFor({ state: 'detached' });
    expect(await fromEnd(bens)).toBeLessThan(2);
    expect(await bens.getByRole('region', { name: 'Messages' }).evaluate(hasFocus)).toBe(true);
  }, 60_000);

  test('scrolls in its own place: the page around it stays, whatever stands above it', async () => {
    const chatId = await newChat('Standing still');
    for (let number = 1; number <= 12; number++) {
      await write(tom, chatId, `Question ${number}?`);
      await write(ben, chatId, `Answer ${number}.`);
    }
    const bens = await opened('ben.okafor', chatId);
    await bens.setViewportSize({ width: 320, height: 640 });
    await slip(bens, 'Answer 12.').waitFor();
    const pageHeight = () => bens.evaluate(() => document.documentElement.scrollHeight);
    expect(await pageHeight()).toBe(640);
    await bens.context().setOffline(true);
    await bens.getByText('Oops! No internet connection.').waitFor();
    const gap = bens.evaluate(() => {
      const boxOf = (part: string) => document.querySelector(part)?.getBoundingClientRect();
      return (boxOf('.page-header')?.top ?? 0) - (boxOf('.connection-bar')?.bottom ?? 0);
    });
    expect(Math.abs(await gap)).toBeLessThan(1);
    expect(await pageHeight()).toBe(640);
    await bens.context().setOffline(false);
    await bens.setViewportSize({ width: 390, height: 844 });
  }, 60_000);
});

describe('looking for news', () => {
  test('is given up after three errors in a row, and goes on when the reader says so', async () => {
    const chatId = await newChat('Errors');
    const bens = await opened('ben.okafor', chatId);
    await bens.route('**/api/viewChatMessagesSince*', (route) => route.abort());
    for (const seconds of [5, 10, 20]) {
      const failed = bens.waitForEvent('requestfailed');
      await bens.clock.fastForward(seconds * 1_000);
      await failed;
    }
    await bens.getByText('We could not look for new messages.').waitFor();
    await bens.unroute('**/api/viewChatMessagesSince*');
    await write(lucia, chatId, 'Still here.');
    await bens.getByRole('button', { name: 'Look again' }).click();
    await slip(bens, 'Still here.').waitFor();
    expect(await bens.getByText('We could not look for new messages.').count()).toBe(0);
  }, 60_000);
});

describe('who is in a chat', () => {
  test('stands at its head; who leaves a group does not come back to it', async () => {
    const chatId = await newChat('Leaving');
    const toms = await opened('tom.weller', chatId);
    await toms.getByRole('button', { name: '3 people' }).click();
    await toms.getByRole('dialog').getByText('@lucia.prado').waitFor();
    await toms.getByRole('button', { name: 'Close' }).click();
    await toms.getByRole('button', { name: 'More' }).click();
    await toms.getByRole('menuitem', { name: 'Leave group' }).click();
    await toms.getByRole('button', { name: 'Leave group' }).click();
    await toms.waitForURL(`**${paths.chat()}`);
    await toms.getByText('You left Leaving').waitFor();
    await toms.goto(paths.chatViewer(chatId));
    await toms.waitForURL(`**${paths.chat()}`);
    await toms.getByText('This chat is not there any more').waitFor();
  }, 60_000);

  test('a chat of former contacts can be read, not written in', async () => {
    const chatId = await directChat(lucia, tom);
    await write(lucia, chatId, 'Until next time.');
    await lucia.post('removeUserContact', { userContactId: tom.userId });
    const toms = await opened('tom.weller', chatId);
    await slip(toms, 'Until next time.').waitFor();
    await toms.getByText('You are no longer contacts.').waitFor();
    expect(await composer(toms).count()).toBe(0);
  }, 60_000);
});

test('every state of a chat can be used by everybody, by day and at night', async () => {
  const phone = await openPhone(browser, local.url);
  await signIn(phone.page, 'ben.okafor');
  expect(await chatting(phone, lucia, ben)).toEqual([]);
}, 90_000);

test('nothing of all that made the console complain', () => {
  const unexpected = complaints.flat().filter((words) => !/ERR_(FAILED|INTERNET_DIS)/.test(words));
  expect(unexpected).toEqual([]);
});
