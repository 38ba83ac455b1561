import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { paths } from '#web/paths.ts';
import { hasFocus, isGone } from '../support/browser.ts';
import {
  dropResponses,
  messageNote,
  pending,
  sendMessage,
  waitForPoll,
} from '../support/chat-phone.ts';
import { type ChatWorld, startChatWorld } from '../support/chat-world.ts';

/* Chat messages on a phone that cannot send them. Each test has its own chat. */

let world: ChatWorld;

beforeAll(async () => {
  world = await startChatWorld();
});
afterAll(() => world?.stop());

describe('a chat message that cannot be sent', () => {
  test('waits while the phone is offline, then arrives once and in order', async () => {
    const chatId = await world.newChat('Tunnel');
    const lucias = await world.opened('lucia.prado', chatId);
    const bens = await world.opened('ben.okafor', chatId);
    await bens.context().setOffline(true);
    await sendMessage(bens, 'First.');
    await sendMessage(bens, 'Second.');
    await bens.getByText('Will be sent when you’re online').nth(1).waitFor();
    await bens.context().setOffline(false);
    await messageNote(bens, 'Second.').waitFor();
    await isGone(pending(bens));
    await waitForPoll(lucias);
    await messageNote(lucias, 'Second.').waitFor();
    expect(await lucias.locator('[data-message]').allInnerTexts()).toEqual([
      'Line 1.',
      'First.',
      'Second.',
    ]);
  });

  test('shows the failure with a retry button, and arrives only once if its response was lost', async () => {
    const chatId = await world.newChat('Lost answers');
    const bens = await world.opened('ben.okafor', chatId);
    // Polling would find the message and remove the unsent one.
    await bens.route('**/api/viewChatMessagesSince*', () => undefined);
    await dropResponses(bens);
    await sendMessage(bens, 'Did you get this?');
    await bens.getByText('Not confirmed.').waitFor();
    await sendMessage(bens, 'And this?');
    await bens.unroute('**/api/createChatMessage');
    await bens.getByRole('button', { name: 'Try again' }).click();
    await messageNote(bens, 'And this?').waitFor();
    await isGone(pending(bens));
    await bens.unroute('**/api/viewChatMessagesSince*');
    await bens.reload();
    await messageNote(bens, 'And this?').waitFor();
    expect(await bens.locator('[data-message]').allInnerTexts()).toEqual([
      'Line 1.',
      'Did you get this?',
      'And this?',
    ]);
  });

  test('disappears from the unsent messages when polling finds that it arrived', async () => {
    const bens = await world.opened('ben.okafor', await world.newChat('Found again'));
    await dropResponses(bens);
    await sendMessage(bens, 'Did this arrive?');
    await bens.getByText('Not confirmed.').waitFor();
    await bens.unroute('**/api/createChatMessage');
    await bens.clock.fastForward(6_000);
    await isGone(bens.getByText('Not confirmed.'));
    await messageNote(bens, 'Did this arrive?').waitFor();
    await isGone(pending(bens));
    expect(await messageNote(bens, 'Did this arrive?').count()).toBe(1);
  });

  test('is sent on the next visit, whichever screen is opened', async () => {
    const chatId = await world.newChat('Reload');
    const bens = await world.opened('ben.okafor', chatId);
    await bens.route('**/api/createChatMessage', () => undefined);
    await sendMessage(bens, 'Are you there?');
    await pending(bens).waitFor();
    await bens.unroute('**/api/createChatMessage');
    const sent = bens.waitForResponse((response) => response.url().includes('createChatMessage'));
    await bens.goto(paths.inbox());
    expect((await sent).status()).toBe(200);
    const lucias = await world.opened('lucia.prado', chatId);
    await messageNote(lucias, 'Are you there?').waitFor();
    expect(await messageNote(lucias, 'Are you there?').count()).toBe(1);
  });

  test('can be discarded', async () => {
    const bens = await world.opened('ben.okafor', await world.newChat('Discarded'));
    await bens.route('**/api/createChatMessage', (route) => route.abort());
    await sendMessage(bens, 'Never mind.');
    await bens.getByRole('button', { name: 'Discard' }).click();
    await isGone(pending(bens));
    await bens.unroute('**/api/createChatMessage');
    await bens.reload();
    await messageNote(bens, 'Line 1.').waitFor();
    await isGone(bens.getByText('Never mind.'));
  });

  test('keeps keyboard focus among the messages after a retry or discard', async () => {
    const bens = await world.opened('ben.okafor', await world.newChat('By keyboard'));
    const messages = bens.getByRole('region', { name: 'Messages' });
    await bens.route('**/api/createChatMessage', (route) => route.abort());
    await sendMessage(bens, 'Once more.');
    await bens.getByRole('button', { name: 'Try again' }).press('Enter');
    expect(await messages.evaluate(hasFocus)).toBe(true);
    await bens.getByRole('button', { name: 'Discard' }).press('Enter');
    await isGone(pending(bens));
    expect(await messages.evaluate(hasFocus)).toBe(true);
    await bens.unroute('**/api/createChatMessage');
  });
});

test('no step logged an error in the console', () => {
  const unexpected = world.complaints
    .flat()
    .filter((words) => !/ERR_(FAILED|INTERNET_DIS)/.test(words));
  expect(unexpected).toEqual([]);
});
