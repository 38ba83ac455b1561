import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { isGone } from '../support/browser.ts';
import { type ChatWorld, startChatWorld } from '../support/chat-world.ts';

/* Notices of new chat messages on other screens. Each test has its own chat. */

let world: ChatWorld;

beforeAll(async () => {
  world = await startChatWorld();
});
afterAll(() => world?.stop());

/** The link to Home with this unread count. */
const counted = (page: Page, unread: number) =>
  page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', {
    name: unread === 0 ? 'Home' : new RegExp(`^Home\\W+${unread} new in chat$`),
  });
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Active Chats' }).getByRole('link', { name });

/** Advances the phone's clock and waits for the response to its next poll. */
async function looks(page: Page, seconds: number): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/api/viewChatList'));
  await page.clock.fastForward(seconds * 1_000);
  await (await answer).finished();
}

/** Opens a chat with `open` and waits until its messages are marked as read. */
async function readsChat(page: Page, open: () => Promise<unknown>): Promise<void> {
  const read = page.waitForResponse((response) => response.url().includes('/api/createChatRead'));
  await open();
  await page.clock.fastForward(2_000);
  await read;
}

test('a new message appears in the open list of chats and in the unread count of the Home link', async () => {
  const chatId = await world.newChat('On the list');
  const bens = await world.phoneOf('ben.okafor');
  await readsChat(bens, () => world.opened('ben.okafor', chatId));
  await bens.goto(paths.chat());
  await row(bens, 'On the list').waitFor();
  await isGone(row(bens, 'On the list').getByText('new'));
  await world.lucia.says({ id: chatId }, '<p>Did you see this?</p>');
  await looks(bens, 6);
  await row(bens, 'On the list').getByText('Did you see this?').waitFor();
  await row(bens, 'On the list').getByText('1 new').waitFor();
  await counted(bens, 1).waitFor();
  await bens.goto(paths.dashboard());
  await bens.getByRole('link', { name: /^Chat a message you haven’t read/ }).waitFor();
});

test('other screens poll the unread count as rarely as a quiet chat, and reading the chat clears it', async () => {
  const chatId = await world.newChat('Elsewhere', 0);
  const { data: chats } = await world.tom.chats();
  const before = chats.reduce((sum, { unread }) => sum + unread, 0);
  const toms = await world.phoneOf('tom.weller');
  await toms.goto(paths.orders());
  await counted(toms, before).waitFor();
  await world.lucia.says({ id: chatId }, '<p>One.</p>');
  await world.lucia.says({ id: chatId }, '<p>Two.</p>');
  await looks(toms, 61);
  await counted(toms, before + 2).click();
  await toms.getByRole('link', { name: /^Chat messages you haven’t read/ }).click();
  await readsChat(toms, async () => {
    await row(toms, 'Elsewhere').click();
    await toms.getByText('Two.', { exact: true }).waitFor();
  });
  await toms.getByRole('link', { name: 'Back' }).click();
  await toms.waitForURL(`**${paths.chat()}`);
  await counted(toms, before).waitFor();
});

test('a list of chats shows a failed refresh, with a button that tries again', async () => {
  const chatId = await world.newChat('Lost for a while');
  const lucias = await world.opened('lucia.prado', chatId);
  await lucias.goto(paths.chat());
  await row(lucias, 'Lost for a while').waitFor();
  await lucias.route('**/api/viewChatList*', (route) => route.abort());
  const words = lucias.getByText('This list may be out of date.');
  for (const seconds of [6, 11, 21]) {
    const failed = lucias.waitForEvent('requestfailed');
    await lucias.clock.fastForward(seconds * 1_000);
    await failed;
  }
  await words.waitFor();
  await lucias.unroute('**/api/viewChatList*');
  await world.ben.says({ id: chatId }, '<p>Here again.</p>');
  await lucias.getByRole('button', { name: 'Try again' }).click();
  await row(lucias, 'Lost for a while').getByText('Here again.').waitFor();
  await isGone(words);
});

test('the list beside a chat stays where it is scrolled to when another chat is chosen', async () => {
  await world.newChat('The oldest of many');
  for (let number = 1; number <= 12; number += 1) await world.newChat(`Between ${number}`, 0);
  const chatId = await world.newChat('The newest of many');
  const toms = await world.opened('tom.weller', chatId);
  await toms.setViewportSize({ width: 1280, height: 640 });
  const list = toms.getByRole('complementary', { name: 'Chat' });
  const oldest = list.getByRole('link', { name: /^The oldest of many/ });
  await oldest.scrollIntoViewIfNeeded();
  const scrolled = () => list.evaluate((pane) => pane.scrollTop);
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await oldest.click();
  await toms.getByRole('heading', { level: 1, name: 'The oldest of many' }).waitFor();
  await toms.locator('[data-message]').getByText('Line 1.').waitFor();
  expect(await scrolled()).toBe(before);
});
