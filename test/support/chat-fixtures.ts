import { instant } from '#shared/time.ts';
import type { ChatMessage, Room } from '#web/features/chat/room.ts';

/** 21 November 2026, 09:00 in UTC. */
export const MORNING = Date.UTC(2026, 10, 21, 9);

/** The chat message with this number, sent one second after the one before it. `changes` override its fields. */
export function message(number: number, changes: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: `chat-${number}`,
    number,
    userId: 'ana',
    userName: 'Ana Marković',
    content: `<p>Message ${number}</p>`,
    userAvatar: null,
    dateTimeSent: instant(MORNING + number * 1_000),
    readReceipt: false,
    readUserIds: [],
    ...changes,
  };
}

/** A server response with the messages of these numbers, complete up to `since`. */
export function answer(numbers: readonly number[], since = Math.max(0, ...numbers)) {
  return {
    data: numbers.map((number) => message(number)),
    sinceTime: instant(MORNING + since * 1_000),
    typingUserId: null,
    typingAvatarUrl: null,
    reads: [],
    more: false,
    revision: 0,
    changed: [],
    changesLost: false,
  };
}

/** A page of these messages, newest first, as the server returns it. */
export function pageOf(numbers: readonly number[], cursor?: string, since?: number) {
  const { more: _, changed: __, changesLost: ___, ...rest } = answer(numbers, since);
  return { ...rest, data: [...rest.data].reverse(), pageTotal: numbers.length, cursor };
}

export const numbersOf = ({ messages }: Room) => messages.map(({ number }) => number);
