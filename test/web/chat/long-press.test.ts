import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react/pure';
import { openChat, serveChat, slipOf } from './served-chat.ts';

/* A long press on a chat message with a finger. docs/product/browsers.md#installed-on-a-phone */

const finger = { pointerType: 'touch', isPrimary: true, clientX: 100, clientY: 100 };
const LONG = 500;

beforeEach(() => {
  // jsdom has no IntersectionObserver.
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  serveChat({
    count: 2,
    contentOf: (number) =>
      number === 1 ? '<p>Hi <a href="https://example.com">you</a></p>' : '<p>Well</p>',
  });
});

afterEach(() => {
  jest.useRealTimers();
});

/** Opens the chat, and stops the time. */
async function slip(number: number): Promise<HTMLElement> {
  await openChat();
  await screen.findByText('Well', { selector: '.slip p' });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
  const found = slipOf(number);
  if (!found) throw new Error(`message ${number} is not shown`);
  return found;
}

const hold = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const actions = () => screen.queryByRole('dialog', { name: 'Message' });

test('a long press on a message opens its actions, and its end presses nothing', async () => {
  const message = await slip(2);
  fireEvent.pointerDown(message, finger);
  hold(LONG - 1);
  expect(actions()).toBeNull();
  hold(1);
  jest.useRealTimers();
  await screen.findByRole('dialog', { name: 'Message' });
  fireEvent.pointerUp(message, finger);
  const copy = screen.getByRole('button', { name: 'Copy text' });
  expect(fireEvent.click(copy)).toBe(false);
  expect(actions()).not.toBeNull();
  fireEvent.pointerDown(copy, finger);
  fireEvent.click(copy);
  await waitFor(() => expect(actions()).toBeNull());
});

test('a long press that the browser reports as a context menu opens the actions in its place', async () => {
  const message = await slip(2);
  fireEvent.pointerDown(message, finger);
  expect(fireEvent.contextMenu(message)).toBe(false);
  jest.useRealTimers();
  await screen.findByRole('dialog', { name: 'Message' });
});

test.each([
  ['a finger that scrolls', { ...finger, clientY: 130 }],
  ['a second finger', { ...finger, isPrimary: false }],
])('%s ends the long press', async (_, next) => {
  const message = await slip(2);
  fireEvent.pointerDown(message, finger);
  if (next.isPrimary) fireEvent.pointerMove(message, next);
  else fireEvent.pointerDown(message, next);
  hold(LONG);
  expect(actions()).toBeNull();
});

test('a link in a message and the right button of a mouse keep the menu of the system', async () => {
  const message = await slip(1);
  const link = message.querySelector('a');
  if (!link) throw new Error('the message has no link');
  fireEvent.pointerDown(link, finger);
  hold(LONG);
  expect(fireEvent.contextMenu(link)).toBe(true);
  fireEvent.pointerDown(message, { ...finger, pointerType: 'mouse', button: 2 });
  hold(LONG);
  expect(fireEvent.contextMenu(message)).toBe(true);
  expect(actions()).toBeNull();
});
