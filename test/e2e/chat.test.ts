import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lengthenChat } from '#test/support/long-lists.ts';
import { paths } from '#web/paths.ts';
import { hasFocus, holdRequests, isGone, openPhone, signIn } from '../support/browser.ts';
import {
  composer,
  fromEnd,
  messageNote,
  pending,
  sendMessage,
  waitForPoll,
} from '../support/chat-phone.ts';
import { type ChatWorld, startChatWorld } from '../support/chat-world.ts';
import { checkChatPages } from '../support/page-flows.ts';

/* Two people chatting on two phones. Each test has its own chat. */

let world: ChatWorld;

beforeAll(async () => {
  world = await startChatWorld();
});
afterAll(() => world?.stop());

describe('two people in a chat', () => {
  test('see their own message at once, the other user’s message after a poll, and who has read it', async () => {
    const chatId = await world.newChat('Papers');
    const lucias = await world.opened('lucia.prado', chatId);
    const bens = await world.opened('ben.okafor', chatId);
    await sendMessage(bens, 'Is the annex ready?');
    await messageNote(bens, 'Is the annex ready?').waitFor();
    expect(await composer(bens).inputValue()).toBe('');
    await waitForPoll(lucias);
    await messageNote(lucias, 'Is the annex ready?').waitFor();
    await lucias.locator('[aria-live]', { hasText: 'Ben Okafor: Is the annex ready?' }).waitFor();
    expect(await fromEnd(lucias)).toBeLessThan(2);
    await bens.getByText('Sent', { exact: true }).waitFor();
    await waitForPoll(bens);
    await bens.getByRole('button', { name: 'Seen by 1' }).click();
    const seenBy = bens.getByRole('dialog', { name: 'Seen by' });
    await seenBy.getByRole('list', { name: 'Seen by' }).getByText('Lucía Prado').waitFor();
    await seenBy.getByRole('list', { name: 'Not yet' }).getByText('Tom Weller').waitFor();
  });

  test('react to messages, edit and delete their own, and see what the other changed after a poll', async () => {
    const chatId = await world.newChat('Changes of mind');
    const lucias = await world.opened('lucia.prado', chatId);
    const bens = await world.opened('ben.okafor', chatId);
    await sendMessage(bens, 'On Sunday?');
    await messageNote(bens, 'On Sunday?').waitFor();
    await waitForPoll(lucias);
    await messageNote(lucias, 'On Sunday?').click();
    const actions = lucias.getByRole('dialog', { name: 'Message' });
    await isGone(actions.getByRole('button', { name: 'Edit message' }));
    await actions.getByRole('button', { name: 'Love' }).click();
    await lucias.getByRole('button', { name: 'Love: 1', pressed: true }).waitFor();
    await waitForPoll(bens);
    await bens.getByRole('button', { name: 'Love: 1', pressed: false }).waitFor();

    await messageNote(bens, 'On Sunday?').click();
    await bens.getByRole('button', { name: 'Edit message' }).click();
    const dialog = bens.getByRole('dialog', { name: 'Edit message' });
    await dialog.getByRole('textbox').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Please enter a message').waitFor();
    await dialog.getByRole('textbox').fill('On Monday?');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await messageNote(bens, 'On Monday?').getByText('edited').waitFor();
    await waitForPoll(lucias, 60);
    await messageNote(lucias, 'On Monday?').getByText('edited').waitFor();

    await messageNote(bens, 'On Monday?').click();
    await bens.getByRole('button', { name: 'Delete message' }).click();
    await bens.getByRole('alertdialog').getByRole('button', { name: 'Delete message' }).click();
    await messageNote(bens, 'Message deleted').waitFor();
    await waitForPoll(lucias, 60);
    await messageNote(lucias, 'Message deleted').waitFor();
    await isGone(lucias.getByRole('button', { name: 'Love: 1' }));
  });

  test('see new messages below a divider that stays while they read', async () => {
    const chatId = await world.newChat('While away');
    const bens = await world.opened('ben.okafor', chatId);
    await sendMessage(bens, 'I am off.');
    await messageNote(bens, 'I am off.').waitFor();
    await bens.goto(paths.chat());
    await world.lucia.says({ id: chatId }, '<p>Back already?</p>');
    await world.opened('ben.okafor', chatId);
    await messageNote(bens, 'Back already?').waitFor();
    await world.lucia.says({ id: chatId }, '<p>Not yet, then.</p>');
    await waitForPoll(bens);
    await messageNote(bens, 'Not yet, then.').waitFor();
    const listed = bens.getByRole('region', { name: 'Messages' }).getByRole('listitem');
    expect((await listed.allInnerTexts()).map((words) => words.split('\n')[0])).toEqual([
      'Lucía Prado',
      'You',
      'New',
      'Lucía Prado',
    ]);
  });

  test('see that the other is typing until they stop', async () => {
    const chatId = await world.newChat('Typing');
    const lucias = await world.opened('lucia.prado', chatId);
    const bens = await world.opened('ben.okafor', chatId);
    const marked = bens.waitForResponse((response) => response.url().includes('markChatAsTyping'));
    await composer(bens).fill('I was thinking');
    await marked;
    await waitForPoll(lucias);
    await lucias.getByText('Ben Okafor is writing').waitFor();
    const removed = bens.waitForResponse((response) =>
      response.url().includes('removeChatAsTyping'),
    );
    await composer(bens).fill('');
    await removed;
    await waitForPoll(lucias, 7);
    await isGone(lucias.getByText('Ben Okafor is writing'));
  });

  test('can write a longer message on a separate page', async () => {
    const chatId = await world.newChat('Long ones');
    const bens = await world.opened('ben.okafor', chatId);
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
    await messageNote(bens, 'Read it twice.').waitFor();
    await isGone(pending(bens));
  });
});

describe('a long chat', () => {
  test('opens at the newest message, and keeps the scroll position while older messages load', async () => {
    // A user may send at most 45 messages in a minute.
    const chatId = await world.newChat('Long chat', 45, world.tom);
    const bens = await world.opened('ben.okafor', chatId);
    await messageNote(bens, 'Line 45.').waitFor();
    expect(await fromEnd(bens)).toBeLessThan(2);
    await messageNote(bens, 'Line 6.').waitFor();
    const older = await holdRequests(bens, '**/api/viewChatMessages?*');
    const log = bens.locator('.chat-log');
    await log.evaluate((element) => {
      element.scrollTop = 60;
    });
    await bens.getByText('Fetching older messages...').waitFor();
    const topOf = (text: string) =>
      messageNote(bens, text).evaluate((element) =>
        Math.round(element.getBoundingClientRect().top),
      );
    const there = await topOf('Line 8.');
    older.release();
    await messageNote(bens, 'Line 1.').waitFor();
    expect(Math.abs((await topOf('Line 8.')) - there)).toBeLessThan(3);
    const all = await bens.locator('[data-message]').allInnerTexts();
    await bens.unroute('**/api/viewChatMessages?*');
    expect(all).toEqual(Array.from({ length: 45 }, (_, place) => `Line ${place + 1}.`));
  });

  test('keeps the scroll position when it becomes so long that only a part of it is mounted', async () => {
    const chatId = await world.newChat('Very long chat');
    const bens = await world.phoneOf('ben.okafor');
    await lengthenChat(bens, 300, [world.tom.id, world.ben.id]);
    await bens.goto(paths.chatViewer(chatId));
    await bens.locator('[data-number="300"]').waitFor();
    const moved = await bens.locator('.chat-log').evaluate(async (log) => {
      const topOf = (message: Element | null) =>
        message?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
      const nextFrame = () => new Promise(requestAnimationFrame);
      log.scrollTop = 300;
      const [message] = [...log.querySelectorAll('[data-number]')].filter((one) => topOf(one) > 0);
      const number = message?.getAttribute('data-number');
      const before = topOf(message ?? null);
      while (log.scrollHeight < 300 * 40) await nextFrame();
      // The rows are chosen again after the first frame that has the older messages.
      await nextFrame();
      await nextFrame();
      return topOf(log.querySelector(`[data-number="${number}"]`)) - before;
    });
    await bens.unroute('**/api/viewChatMessages?*');
    expect(Math.abs(moved)).toBeLessThan(3);
    expect(await bens.locator('.chat-log [data-index]').count()).toBeLessThan(60);
  });

  test('announces a new message while the reader is scrolled up, and scrolls to it', async () => {
    const chatId = await world.newChat('Further up', 20);
    const bens = await world.opened('ben.okafor', chatId);
    await messageNote(bens, 'Line 20.').waitFor();
    await bens.locator('.chat-log').evaluate((element) => {
      element.scrollTop = 0;
    });
    await world.lucia.says({ id: chatId }, '<p>Something new.</p>');
    await waitForPoll(bens);
    const pill = bens.getByRole('button', { name: '1 new message' });
    await pill.waitFor();
    expect(await fromEnd(bens)).toBeGreaterThan(100);
    await pill.click();
    await isGone(pill);
    expect(await fromEnd(bens)).toBeLessThan(2);
    expect(await bens.getByRole('region', { name: 'Messages' }).evaluate(hasFocus)).toBe(true);
  });

  test('scrolls inside its own area and leaves the page in place', async () => {
    const chatId = await world.newChat('Standing still');
    for (let number = 1; number <= 12; number++) {
      await world.tom.says({ id: chatId }, `<p>Question ${number}?</p>`);
      await world.ben.says({ id: chatId }, `<p>Answer ${number}.</p>`);
    }
    const bens = await world.opened('ben.okafor', chatId);
    await bens.setViewportSize({ width: 320, height: 640 });
    await messageNote(bens, 'Answer 12.').waitFor();
    const pageIsAsHighAsTheScreen = () =>
      bens.waitForFunction(() => document.documentElement.scrollHeight === innerHeight);
    await pageIsAsHighAsTheScreen();
    await bens.context().setOffline(true);
    await bens.getByText('Oops! No internet connection.').waitFor();
    // The height of the bar reaches the CSS one frame after the bar appears.
    await bens.waitForFunction(() => {
      const boxOf = (part: string) => document.querySelector(part)?.getBoundingClientRect();
      const gap = (boxOf('.page-header')?.top ?? 0) - (boxOf('.connection-bar')?.bottom ?? 0);
      return Math.abs(gap) < 1;
    });
    await pageIsAsHighAsTheScreen();
    await bens.context().setOffline(false);
    await bens.setViewportSize({ width: 390, height: 844 });
  });
});

describe('polling in a chat', () => {
  test('stops after three errors in a row, and resumes when the user presses the button', async () => {
    const chatId = await world.newChat('Errors');
    const bens = await world.opened('ben.okafor', chatId);
    await bens.route('**/api/viewChatMessagesSince*', (route) => route.abort());
    for (const seconds of [5, 10, 20]) {
      const failed = bens.waitForEvent('requestfailed');
      await bens.clock.fastForward(seconds * 1_000);
      await failed;
    }
    await bens.getByText('We couldn’t look for new messages.').waitFor();
    await bens.unroute('**/api/viewChatMessagesSince*');
    await world.lucia.says({ id: chatId }, '<p>Still here.</p>');
    await bens.getByRole('button', { name: 'Try again' }).click();
    await messageNote(bens, 'Still here.').waitFor();
    await isGone(bens.getByText('We couldn’t look for new messages.'));
  });
});

describe('the members of a group chat', () => {
  test('are listed in its header, and a member who leaves cannot return', async () => {
    const chatId = await world.newChat('Leaving');
    const bens = await world.opened('ben.okafor', chatId);
    const toms = await world.opened('tom.weller', chatId);
    await toms.getByRole('link', { name: '3 people' }).click();
    await toms.getByRole('list', { name: 'People' }).getByText('@lucia.prado').waitFor();
    await toms.getByRole('link', { name: 'Back', exact: true }).click();
    await toms.getByRole('button', { name: 'More', exact: true }).click();
    await toms.getByRole('menuitem', { name: 'Leave group' }).click();
    await toms.getByRole('button', { name: 'Leave group' }).click();
    await toms.waitForURL(`**${paths.chat()}`);
    await toms.getByText('You left Leaving').waitFor();
    await bens.clock.fastForward(5_000);
    await bens.getByRole('link', { name: '2 people' }).waitFor();
    await messageNote(bens, 'Tom Weller left').waitFor();
    await toms.goto(paths.chatViewer(chatId));
    await toms.getByRole('heading', { name: 'Chat not found' }).waitFor();
  });

  test('a chat of former contacts is read-only', async () => {
    const chatId = (await world.lucia.opensChat(world.tom)).id;
    await world.lucia.says({ id: chatId }, '<p>Until next time.</p>');
    await world.lucia.removesContact(world.tom);
    const toms = await world.opened('tom.weller', chatId);
    await messageNote(toms, 'Until next time.').waitFor();
    await toms.getByText('You’re no longer contacts.').waitFor();
    await isGone(composer(toms));
  });
});

test('every state of a chat is accessible in both color schemes', async () => {
  const phone = await openPhone(world.browser, world.local.url);
  await signIn(phone.page, 'ben.okafor');
  expect(await checkChatPages(phone, world.lucia, world.ben)).toEqual([]);
});

test('no step logged an error in the console', () => {
  const unexpected = world.complaints
    .flat()
    .filter((words) => !/ERR_(FAILED|INTERNET_DIS)/.test(words));
  expect(unexpected).toEqual([]);
});
