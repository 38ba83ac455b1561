import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { HINT_MAX_BYTES, type Hint, hint, hintWithin } from '#shared/live.ts';

const bytesOf = (one: Hint) => new TextEncoder().encode(JSON.stringify(one)).length;

function messageHint(content: string) {
  return {
    kind: 'chatMessage',
    chatId: 'chat',
    number: 7,
    message: {
      id: 'chat-7',
      number: 7,
      userId: 'ana',
      userName: 'Ana',
      userAvatar: null,
      content,
      dateTimeSent: '2026-11-21T12:00:00.000Z',
      readReceipt: false,
      readUserIds: [],
    },
  } as const satisfies Hint;
}

/** A hint of exactly this many bytes. */
const hintOfSize = (bytes: number) => messageHint('x'.repeat(bytes - bytesOf(messageHint(''))));

describe('a hint of a chat message', () => {
  test('holds the message if the whole hint has at most 2 kB', () => {
    const largest = hintOfSize(HINT_MAX_BYTES);
    expect(bytesOf(largest)).toBe(2_048);
    expect(hintWithin(HINT_MAX_BYTES, largest)).toBe(largest);
  });

  test('has no message if the whole hint would be larger', () => {
    const larger = hintOfSize(HINT_MAX_BYTES + 1);
    const sent = hintWithin(HINT_MAX_BYTES, larger);
    expect(sent).toEqual({ kind: 'chatMessage', chatId: 'chat', number: 7 });
    expect(z.parse(hint, sent)).toEqual(sent);
  });

  test('is measured in bytes, not in characters', () => {
    expect(hintWithin(HINT_MAX_BYTES, messageHint('ä'.repeat(1_000)))).not.toHaveProperty(
      'message',
    );
    expect(hintWithin(HINT_MAX_BYTES, messageHint('a'.repeat(1_000)))).toHaveProperty('message');
  });

  test('of a change keeps its revision without the message', () => {
    const { message } = hintOfSize(HINT_MAX_BYTES * 2);
    const changed = { kind: 'chatMessageChanged', chatId: 'chat', revision: 3, message } as const;
    expect(hintWithin(HINT_MAX_BYTES, changed)).toEqual({
      kind: 'chatMessageChanged',
      chatId: 'chat',
      revision: 3,
    });
  });
});

test('a hint without a chat message is sent as it is', () => {
  const read: Hint = { kind: 'chatRead', chatId: 'chat', userId: 'ana', upTo: 7 };
  expect(hintWithin(1, read)).toBe(read);
});
