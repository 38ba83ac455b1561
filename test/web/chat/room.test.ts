import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  readersOf,
  roomOf,
  unknownTo,
  withChanges,
  withNewest,
  withNews,
  withOlder,
  withOwn,
} from '#web/features/chat/room.ts';
import { answer, MORNING, message, numbersOf, pageOf } from '../../support/chat-fixtures.ts';

describe('the messages of a chat', () => {
  test('are sorted oldest first, in whatever order they arrive', () => {
    const room = withOlder(roomOf(pageOf([4, 5, 6], 'before-4')), pageOf([1, 2, 3]));
    expect(numbersOf(room)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(room.older).toBeUndefined();
  });

  test('are merged by id, with the latest version of each', () => {
    const before = roomOf(pageOf([1, 2]));
    const said = { ...answer([]), data: [message(2, { userName: 'Ana M.' }), message(3)] };
    const room = withNews(before, { ...said, sinceTime: answer([3]).sinceTime });
    expect(numbersOf(room)).toEqual([1, 2, 3]);
    expect(room.messages[1]?.userName).toBe('Ana M.');
  });

  test('stay the same room if a response has nothing new', () => {
    const room = roomOf({ ...pageOf([1, 2]), reads: [{ userId: 'ben', upTo: 2 }] });
    expect(withNews(room, { ...answer([], 2), reads: [{ userId: 'ben', upTo: 1 }] })).toBe(room);
    expect(withNews(room, answer([3])).messages.slice(0, 2)).toEqual(room.messages);
  });

  test('are the same whatever the order of the responses, and with repeated responses', () => {
    const answers = [answer([3]), answer([3, 4]), answer([4, 5, 6]), answer([6]), answer([], 2)];
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...answers, ...answers], { minLength: 10, maxLength: 10 }),
        (shuffled) => {
          const room = shuffled.reduce(withNews, roomOf(pageOf([1, 2])));
          expect(numbersOf(room)).toEqual([1, 2, 3, 4, 5, 6]);
          expect(room.since).toBe(MORNING + 6_000);
        },
      ),
    );
  });

  test('do not change `since` when an older page is added', () => {
    const room = withOlder(roomOf(pageOf([7, 8], 'before-7')), pageOf([5, 6], 'before-5', 100));
    expect(room.since).toBe(MORNING + 8_000);
    expect(room.older).toBe('before-5');
  });

  test('do not skip messages of other members when the user’s own message is added', () => {
    const room = withOwn(roomOf(pageOf([1, 2])), message(4, { userId: 'ben' }));
    expect(room.since).toBe(MORNING + 2_000);
    expect(numbersOf(withNews(room, answer([3, 4])))).toEqual([1, 2, 3, 4]);
  });

  test('are all kept when the newest page is loaded again', () => {
    const room = withOlder(roomOf(pageOf([5, 6], 'before-5')), pageOf([3, 4], 'before-3'));
    const anew = withNewest(withNews(room, answer([7])), pageOf([6, 7, 8], 'before-6'));
    expect(numbersOf(anew)).toEqual([3, 4, 5, 6, 7, 8]);
    expect([anew.older, anew.since]).toEqual(['before-3', MORNING + 8_000]);
  });

  test('are not reverted by a newest page that was requested before the last response', () => {
    const room = withNews(roomOf(pageOf([1, 2])), answer([3, 4]));
    const late = withNewest(room, pageOf([1, 2, 3]));
    expect(numbersOf(late)).toEqual([1, 2, 3, 4]);
    expect(late.since).toBe(MORNING + 4_000);
  });

  test('are replaced by the newest page if messages in between would be missing', () => {
    const anew = withNewest(
      withOwn(roomOf(pageOf([1, 2])), message(9)),
      pageOf([8, 9], 'before-8'),
    );
    expect(numbersOf(anew)).toEqual([8, 9]);
    expect([anew.older, anew.since]).toEqual(['before-8', MORNING + 9_000]);
  });

  test('are counted as new only if they were not loaded before', () => {
    const room = withOwn(roomOf(pageOf([1, 2])), message(4));
    expect(unknownTo(room, answer([3, 4]).data).map(({ number }) => number)).toEqual([3]);
  });
});

describe('the readers of a message', () => {
  const own = message(3, { userId: 'ben' });

  test('are derived from the read positions, excluding the sender', () => {
    const reads = [
      { userId: 'ana', upTo: 3 },
      { userId: 'ben', upTo: 9 },
      { userId: 'tom', upTo: 2 },
    ];
    const room = roomOf({ ...pageOf([1, 2]), reads });
    expect(readersOf(room, own)).toEqual(['ana']);
  });

  test('are updated by a response without messages', () => {
    const room = withNews(roomOf(pageOf([1, 2])), {
      ...answer([], 2),
      reads: [{ userId: 'ana', upTo: 3 }],
    });
    expect(readersOf(room, own)).toEqual(['ana']);
  });

  test('are never removed by a late response', () => {
    const read = { ...answer([3]), reads: [{ userId: 'ana', upTo: 3 }] };
    const late = { ...answer([2]), reads: [{ userId: 'ana', upTo: 1 }] };
    expect(readersOf(withNews(withNews(roomOf(pageOf([1])), read), late), own)).toEqual(['ana']);
  });
});

describe('the typing indicator of a room', () => {
  const writing = { ...answer([], 2), typingUserId: 'ana', typingAvatarUrl: null };

  test('also shows members without an avatar, and ends with the next response', () => {
    const room = withNews(roomOf(pageOf([1, 2])), writing);
    expect(room.typing).toEqual({ userId: 'ana', avatarUrl: null });
    expect(withNews(room, answer([3])).typing).toBeUndefined();
  });

  test('is not restored by a late response', () => {
    const room = withNews(roomOf(pageOf([1, 2])), answer([3]));
    expect(withNews(room, writing).typing).toBeUndefined();
  });
});

describe('changed messages', () => {
  const changed = message(2, { content: '<p>Corrected</p>', edited: true });

  test('replace the loaded ones, once for each revision', () => {
    const room = withChanges(roomOf(pageOf([1, 2])), [changed], 1);
    expect(room.messages.map(({ content }) => content)).toEqual([
      '<p>Message 1</p>',
      '<p>Corrected</p>',
    ]);
    expect(room.revision).toBe(1);
    expect(withChanges(room, [message(2)], 1)).toBe(room);
  });

  test('that are not loaded leave no gap', () => {
    const room = withChanges(roomOf(pageOf([3, 4], 'before-3')), [message(1)], 1);
    expect(numbersOf(room)).toEqual([3, 4]);
  });

  test('come with a poll, and a late response does not restore the old text', () => {
    const before = roomOf(pageOf([1, 2]));
    const room = withNews(before, { ...answer([3]), changed: [changed], revision: 1 });
    expect(room.messages[1]).toEqual(changed);
    expect(withNews(room, answer([2, 3])).messages[1]).toEqual(changed);
    expect(withNewest(room, pageOf([1, 2, 3])).messages[1]).toEqual(changed);
    expect(withOlder(room, pageOf([1, 2])).messages[1]).toEqual(changed);
  });

  test('reset the revision if some are lost, so that all messages are loaded again', () => {
    const lost = { ...answer([]), revision: 30, changesLost: true };
    expect(withNews(roomOf(pageOf([1])), lost).revision).toBe(0);
  });
});
