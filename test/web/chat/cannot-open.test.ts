import { expect, test } from '@jest/globals';
import { cannotOpenWords } from '#web/features/chat/chat-words.ts';
import { missedWords } from '#web/features/chat/missed-messages.ts';

/* The words about chats that somebody cannot open. docs/product/chat.md#without-a-plan */

test.each([
  [{ direct: true, cannotOpen: 0 }, undefined],
  [{ direct: true }, undefined],
  [
    { direct: true, cannotOpen: 1 },
    'Ben can’t open chats right now. What you write waits until they can.',
  ],
  [
    { direct: false, cannotOpen: 1 },
    '1 person of 5 can’t open chats right now. What you write waits for them.',
  ],
  [
    { direct: false, cannotOpen: 3 },
    '3 people of 5 can’t open chats right now. What you write waits for them.',
  ],
] as const)('a chat with %j says to whoever writes: %s', (chat, words) =>
  expect(cannotOpenWords({ name: 'Ben Okafor', memberCount: 5, ...chat })).toBe(words),
);

test.each([
  [{ messages: 0, chats: 0, more: false }, undefined],
  [{ messages: 1, chats: 1, more: false }, '1 message in a chat'],
  [{ messages: 3, chats: 2, more: false }, '3 messages in 2 chats'],
  [{ messages: 90, chats: 50, more: true }, 'at least 90 messages in 50 chats'],
])('%j waits as: %s', (missed, words) => expect(missedWords(missed)).toBe(words));
