import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { hasFocus, isGone } from '../support/browser.ts';
import { fromEnd, messageNote } from '../support/chat-phone.ts';
import { type ChatWorld, startChatWorld } from '../support/chat-world.ts';

/* Jumps in a long chat: to the first new message, and to a message that was searched for. */

let world: ChatWorld;

beforeAll(async () => {
  world = await startChatWorld();
});
afterAll(() => world?.stop());

/** Creates a group in which Ben has read 10 messages, and 80 are new to him. Each message is a group of its own. */
async function longChat(): Promise<string> {
  const chatId = await world.newChat('Long chat', 10);
  const bens = await world.phoneOf('ben.okafor');
  const read = bens.waitForResponse((response) => response.url().includes('createChatRead'));
  await world.opened('ben.okafor', chatId);
  await read;
  await bens.goto(paths.chat());
  for (let number = 11; number <= 90; number += 1)
    await (number % 2 ? world.tom : world.lucia).says({ id: chatId }, `<p>Line ${number}.</p>`);
  return chatId;
}

/** Where an element is in the log: its top, middle and bottom as shares of the log’s height. */
const placeOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const log = element.closest('.chat-log')?.getBoundingClientRect() ?? new DOMRect();
    const { top, bottom } = element.getBoundingClientRect();
    const share = (y: number) => (y - log.top) / log.height;
    return { top: share(top), middle: share((top + bottom) / 2), bottom: share(bottom) };
  });

test('a long chat opens at its newest message, and leads to the first new one and to found ones', async () => {
  const chatId = await longChat();
  const bens = await world.opened('ben.okafor', chatId);
  await messageNote(bens, 'Line 90.').waitFor();
  expect(await fromEnd(bens)).toBeLessThan(2);

  const pill = bens.getByRole('button', { name: '80 new messages' });
  await pill.click();
  const line = bens.locator('.new-line');
  await line.waitFor();
  await isGone(pill);
  expect(await line.evaluate(hasFocus)).toBe(true);
  const { top, bottom } = await placeOf(bens, '.new-line');
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(0.5);
  expect((await placeOf(bens, '[data-number="11"]')).top).toBeGreaterThan(top);

  await bens.getByRole('button', { name: 'More', exact: true }).click();
  await bens.getByRole('menuitem', { name: 'Search in this chat' }).click();
  await bens.getByRole('searchbox').waitFor();
  await bens.keyboard.type('line 60');
  await bens.keyboard.press('Enter');
  await bens.getByRole('button', { name: /Line 60/ }).click();
  const found = bens.locator('.slip-highlighted');
  await found.waitFor();
  expect(await found.textContent()).toBe('Line 60.');
  expect(await found.evaluate(hasFocus)).toBe(true);
  // The rows around it are measured in the next frames, which must not move it.
  await bens.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  expect(Math.abs((await placeOf(bens, '[data-number="60"]')).middle - 0.5)).toBeLessThan(0.1);
  await bens.clock.fastForward(3_000);
  await isGone(found);

  await bens.getByRole('searchbox').click();
  await bens.getByRole('searchbox').fill('line 3.');
  await bens.getByRole('button', { name: /Line 3\./ }).click();
  await bens.locator('.slip-highlighted', { hasText: 'Line 3.' }).waitFor();
  await bens.getByRole('button', { name: 'Close search' }).click();
  expect(await bens.getByRole('button', { name: 'More', exact: true }).evaluate(hasFocus)).toBe(
    true,
  );
});

test('no step logged an error in the console', () => {
  expect(world.complaints.flat()).toEqual([]);
});
