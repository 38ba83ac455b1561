import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  readersOf,
  roomOf,
  unknownTo,
  withNewest,
  withNews,
  withOlder,
  withOwn,
} from '../../../web/src/features/chat-viewer/room.ts';
import { answer, MORNING, message, numbersOf, pageOf } from '../../support/chats.ts';

describe('messages of a chat', () => {
  test('stand oldest first, however they come', () => {
    const room = withOlder(roomOf(pageOf([4, 5, 6], 'before-4')), pageOf([1, 2, 3]));
    expect(numbersOf(room)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(room.older).toBeUndefined();
  });

  test('merge by id: what comes twice stands once, as it was said last', () => {
    const before = roomOf(pageOf([1, 2]));
    const said = { ...answer([]), data: [message(2, { userName: 'Ana M.' }), message(3)] };
    const room = withNews(before, { ...said, sinceTime: answer([3]).sinceTime });
    expect(numbersOf(room)).toEqual([1, 2, 3]);
    expect(room.messages[1]?.userName).toBe('Ana M.');
  });

  test('are the same after the same answers in any order, some of them twice', () => {
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

  test('an older page says nothing of how far the newest are known', () => {
    const room = withOlder(roomOf(pageOf([7, 8], 'before-7')), pageOf([5, 6], 'before-5', 100));
    expect(room.since).toBe(MORNING + 8_000);
    expect(room.older).toBe('before-5');
  });

  test('one’s own, just sent, does not skip what others wrote before it', () => {
    const room = withOwn(roomOf(pageOf([1, 2])), message(4, { userId: 'ben' }));
    expect(room.since).toBe(MORNING + 2_000);
    expect(numbersOf(withNews(room, answer([3, 4])))).toEqual([1, 2, 3, 4]);
  });

  test('the newest page, read anew, takes nothing away', () => {
    const room = withOlder(roomOf(pageOf([5, 6], 'before-5')), pageOf([3, 4], 'before-3'));
    const anew = withNewest(withNews(room, answer([7])), pageOf([6, 7, 8], 'before-6'));
    expect(numbersOf(anew)).toEqual([3, 4, 5, 6, 7, 8]);
    expect([anew.older, anew.since]).toEqual(['before-3', MORNING + 8_000]);
  });

  test('the newest page, read before the last answer and here after it, turns nothing back', () => {
    const room = withNews(roomOf(pageOf([1, 2])), answer([3, 4]));
    const late = withNewest(room, pageOf([1, 2, 3]));
    expect(numbersOf(late)).toEqual([1, 2, 3, 4]);
    expect(late.since).toBe(MORNING + 4_000);
  });

  test('the newest page begins the chat anew where something would be missing before it', () => {
    const anew = withNewest(
      withOwn(roomOf(pageOf([1, 2])), message(9)),
      pageOf([8, 9], 'before-8'),
    );
    expect(numbersOf(anew)).toEqual([8, 9]);
    expect([anew.older, anew.since]).toEqual(['before-8', MORNING + 9_000]);
  });

  test('only those that nobody here had are news', () => {
    const room = withOwn(roomOf(pageOf([1, 2])), message(4));
    expect(unknownTo(room, answer([3, 4]).data).map(({ number }) => number)).toEqual([3]);
  });
});

describe('who has read a message', () => {
  const own = message(3, { userId: 'ben' });

  test('follows from how far each has read, the writer left out', () => {
    const reads = [
      { userId: 'ana', upTo: 3 },
      { userId: 'ben', upTo: 9 },
      { userId: 'tom', upTo: 2 },
    ];
    const room = roomOf({ ...pageOf([1, 2]), reads });
    expect(readersOf(room, own)).toEqual(['ana']);
  });

  test('changes with an answer that brings no message', () => {
    const room = withNews(roomOf(pageOf([1, 2])), {
      ...answer([], 2),
      reads: [{ userId: 'ana', upTo: 3 }],
    });
    expect(readersOf(room, own)).toEqual(['ana']);
  });

  test('is never taken back by an answer that is late', () => {
    const read = { ...answer([3]), reads: [{ userId: 'ana', upTo: 3 }] };
    const late = { ...answer([2]), reads: [{ userId: 'ana', upTo: 1 }] };
    expect(readersOf(withNews(withNews(roomOf(pageOf([1])), read), late), own)).toEqual(['ana']);
  });
});

describe('who is writing', () => {
  const writing = { ...answer([], 2), typingUserId: 'ana', typingAvatarUrl: null };

  test('shows with whoever has no portrait too, and goes with the next answer', () => {
    const room = withNews(roomOf(pageOf([1, 2])), writing);
    expect(room.typing).toEqual({ userId: 'ana', avatarUrl: null });
    expect(withNews(room, answer([3])).typing).toBeUndefined();
  });

  test('is not brought back by an answer that is late', () => {
    const room = withNews(roomOf(pageOf([1, 2])), answer([3]));
    expect(withNews(room, writing).typing).toBeUndefined();
  });
});
