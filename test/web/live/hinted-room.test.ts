import { describe, expect, test } from '@jest/globals';
import { instant } from '#shared/time.ts';
import {
  knownUpTo,
  type Room,
  roomOf,
  withNext,
  withOwn,
  withRead,
  withTyping,
} from '#web/features/chat/room.ts';
import { readHint } from '#web/features/live/start-live.ts';
import { MORNING, message, numbersOf, pageOf } from '../../support/chat-fixtures.ts';

/* Messages, typing and receipts that hints add to the known messages of a chat. */

const room = roomOf(pageOf([4, 5, 6], 'before-4'));

describe('the message of a hint', () => {
  test('is added if it follows directly on the known ones', () => {
    const next = withNext(room, message(7)) as Room;
    expect(numbersOf(next)).toEqual([4, 5, 6, 7]);
    expect(next.since).toBe(MORNING + 7_000);
    expect(next.older).toBe('before-4');
  });

  test('changes nothing if it is known', () => {
    for (const number of [4, 6]) expect(withNext(room, message(number))).toBe(room);
  });

  test('is not added if messages between would be missing', () => {
    expect(withNext(room, message(8))).toBeUndefined();
  });

  test('is the first one of an empty chat', () => {
    const empty = roomOf(pageOf([]));
    expect(knownUpTo(empty)).toBe(0);
    expect(numbersOf(withNext(empty, message(1)) as Room)).toEqual([1]);
  });

  test('fills the gap before one’s own message, after which the chat is complete', () => {
    const own = withOwn(room, message(8, { userId: 'ben' }));
    expect(knownUpTo(own)).toBe(6);
    expect(withNext(own, message(8, { userId: 'ben' }))).toBeUndefined();
    const next = withNext(own, message(7)) as Room;
    expect(numbersOf(next)).toEqual([4, 5, 6, 7, 8]);
    expect(knownUpTo(next)).toBe(8);
    expect(next.since).toBe(MORNING + 8_000);
  });

  test('says that its writer has read the earlier ones, and types no more', () => {
    const typing = withTyping(room, { userId: 'ana', avatarUrl: null, until: instant(1) });
    const next = withNext(typing, message(7)) as Room;
    expect(next.reads.ana).toBe(7);
    expect(next.typing).toBeUndefined();
  });

  test('arrives once and in order, however often and in whichever order hints come', () => {
    const hints = [7, 9, 8, 7, 9, 10, 8, 9, 10];
    const all = hints.reduce((known, number) => withNext(known, message(number)) ?? known, room);
    expect(numbersOf(all)).toEqual([4, 5, 6, 7, 8, 9, 10]);
  });
});

describe('a hint of typing', () => {
  test('shows the person until a time, and ends by itself or by another hint', () => {
    const until = instant(MORNING);
    const typing = withTyping(room, { userId: 'ana', avatarUrl: null, until });
    expect(typing.typing).toEqual({ userId: 'ana', avatarUrl: null, until });
    const stop = { avatarUrl: null, until: null };
    expect(withTyping(typing, { userId: 'tom', ...stop })).toBe(typing);
    expect(withTyping(typing, { userId: 'ana', ...stop }).typing).toBeUndefined();
  });
});

describe('a hint of reading', () => {
  test('moves the mark of a person, and never back', () => {
    const read = withRead(room, { userId: 'ana', upTo: 6 });
    expect(read.reads.ana).toBe(6);
    expect(withRead(read, { userId: 'ana', upTo: 5 })).toBe(read);
  });
});

describe('a text from the connection', () => {
  test('is a hint if its kind is known', () => {
    expect(readHint('{"kind":"contacts"}')).toEqual({ kind: 'contacts' });
  });

  test.each(['', '{', 'null', '[]', '{"kind":"future"}', '{"kind":"chat"}'])(
    'is ignored otherwise: %s',
    (text) => {
      expect(readHint(text)).toBeUndefined();
    },
  );
});
