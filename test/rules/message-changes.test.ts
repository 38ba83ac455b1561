import { describe, expect, test } from '@jest/globals';
import {
  changedSince,
  changeRefusal,
  type MessageChange,
  type Revisions,
  revisionOf,
  slotOf,
} from '#shared/rules/chat/message-changes.ts';
import { instant, later, MINUTE } from '#shared/time.ts';

const NOW = instant(Date.UTC(2026, 10, 25));

describe('a sent message', () => {
  const message = { userId: 'ana', sentAt: NOW };
  const [ANNOUNCED, TOO_LATE, OTHERS, DELETED] = [
    'Announcements of a group can’t be edited, deleted or reacted to.',
    'Messages can be changed for 15 minutes after they were sent.',
    'Only the person who wrote a message can change it.',
    'This message was deleted.',
  ];

  test.each([
    ['a message just sent', message, 'ana', 0, undefined],
    ['before 15 minutes', message, 'ana', 15 * MINUTE - 1, undefined],
    ['15 minutes after', message, 'ana', 15 * MINUTE, TOO_LATE],
    ['a message of somebody else', message, 'ben', 0, OTHERS],
    ['a deleted message', { ...message, deletedAt: NOW }, 'ana', 0, DELETED],
    ['an announcement', { ...message, announcement: {} }, 'ana', 0, ANNOUNCED],
  ])('can be changed by its writer, or is refused: %s', (_, sent, callerId, after, refusal) =>
    expect(changeRefusal(sent, callerId, later(NOW, after))).toBe(refusal),
  );
});

describe('the changes of a chat', () => {
  /** A chat after changes of these messages, in this order. */
  function chatOf(changed: readonly number[]): Revisions {
    const changes = changed.map((sentAt, nth): [string, MessageChange] => {
      const revision = nth + 1;
      return [slotOf(revision), { sentAt: instant(sentAt), revision }];
    });
    return { ...Object.fromEntries(changes), revision: changed.length };
  }

  test('begin with the first revision', () => {
    expect(revisionOf({})).toBe(0);
    expect(revisionOf(chatOf([7]))).toBe(1);
    expect(changedSince({}, 0)).toEqual([]);
  });

  test('are the messages that changed after a revision, each once', () => {
    const chat = chatOf([7, 8, 9, 8]);
    expect(changedSince(chat, 0)).toEqual([7, 8, 9]);
    expect(changedSince(chat, 2)).toEqual([9, 8]);
    expect(changedSince(chat, 4)).toEqual([]);
    expect(changedSince(chat, 5)).toEqual([]);
  });

  test('are unknown if there were more than sixteen', () => {
    const chat = chatOf(Array.from({ length: 20 }, (_, nth) => nth));
    expect(changedSince(chat, 4)).toEqual(Array.from({ length: 16 }, (_, nth) => nth + 4));
    expect(changedSince(chat, 3)).toBeUndefined();
  });

  test('leave out what is not stored', () =>
    expect(changedSince({ revision: 2, change2: { sentAt: NOW, revision: 2 } }, 0)).toEqual([NOW]));
});
