import { describe, expect, test } from '@jest/globals';
import { DAY, instant, MINUTE } from '../../../shared/time.ts';
import { daysOf, firstNewOf, openingOf } from '../../../web/src/features/chat-viewer/log.ts';
import { htmlOfTyped } from '../../../web/src/features/chat-viewer/message-html.ts';
import { roomOf } from '../../../web/src/features/chat-viewer/room.ts';
import { newsWords, typingWords } from '../../../web/src/features/chat-viewer/words.ts';
import { MORNING, message, pageOf } from '../../support/chats.ts';

const at = (milliseconds: number) => ({ dateTimeSent: instant(MORNING + milliseconds) });
const numbers = (messages: readonly { number: number }[]) => messages.map(({ number }) => number);

describe('messages under each other', () => {
  test('go together while one person writes within a minute', () => {
    const [day] = daysOf(
      [
        message(1, at(0)),
        message(2, at(30_000)),
        message(3, { ...at(40_000), userId: 'ben' }),
        message(4, at(50_000)),
        message(5, at(MINUTE)),
      ],
      'ben',
    );
    expect(day?.groups.map((group) => numbers(group.messages))).toEqual([[1, 2], [3], [4], [5]]);
    expect(day?.groups.map(({ own }) => own)).toEqual([false, true, false, false]);
    expect(day?.groups[0]?.newest.number).toBe(2);
  });

  test('begin a new day with its own mark, even within a minute', () => {
    const midnight = new Date(2026, 10, 22).getTime();
    const around = [
      message(1, { dateTimeSent: instant(midnight - 1_000) }),
      message(2, { dateTimeSent: instant(midnight + 1_000) }),
      message(3, { dateTimeSent: instant(midnight + DAY + 1_000) }),
    ];
    expect(daysOf(around, 'ben').map(({ key }) => key)).toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
    ]);
  });

  test('are none where nothing was written', () => {
    expect(daysOf([], 'ben')).toEqual([]);
  });
});

describe('what is new to whoever opens a chat', () => {
  const opened = instant(MORNING + 3 * MINUTE);
  const three = [message(1, at(0)), message(2, at(1_000)), message(3, at(2_000))];

  test('begins after the last one they had read, once that is here', () => {
    expect(firstNewOf(three, 'ben', { read: 1, at: opened })).toBe(2);
    expect(firstNewOf(three.slice(2), 'ben', { read: 1, at: opened })).toBeUndefined();
  });

  test('is nothing where all was read, where all is new, and of what comes while they look', () => {
    expect(firstNewOf(three, 'ben', { read: 3, at: opened })).toBeUndefined();
    expect(firstNewOf(three, 'ben', { read: 0, at: opened })).toBeUndefined();
    const later = [...three, message(4, at(4 * MINUTE))];
    expect(firstNewOf(later, 'ben', { read: 3, at: opened })).toBeUndefined();
  });

  test('is all of the first answer that they had not read, whatever the phone takes the time to be', () => {
    const room = roomOf({ ...pageOf([1, 2, 3]), reads: [{ userId: 'ben', upTo: 2 }] });
    const longAgo = instant(MORNING - DAY);
    expect(firstNewOf(room.messages, 'ben', openingOf(room, 'ben', longAgo))).toBe(3);
    const allRead = roomOf({ ...pageOf([1]), reads: [{ userId: 'ben', upTo: 1 }] });
    expect(firstNewOf(room.messages, 'ben', openingOf(allRead, 'ben', longAgo))).toBeUndefined();
    expect(openingOf(roomOf(pageOf([])), 'ben', longAgo).read).toBe(0);
  });

  test('is, in a chat that they had on the screen before, what came until they were back', () => {
    const left = { ...roomOf(pageOf([1, 2])), wasShown: true } as const;
    const back = openingOf(left, 'ben', instant(MORNING + 4_000));
    const later = roomOf(pageOf([1, 2, 3]));
    expect(firstNewOf(later.messages, 'ben', back)).toBe(3);
    const early = openingOf(left, 'ben', instant(MORNING + 2_500));
    expect(firstNewOf(later.messages, 'ben', early)).toBeUndefined();
  });

  test('stands apart from what the same person wrote within the same minute', () => {
    const [day] = daysOf(three, 'ben', 2);
    expect(day?.groups.map((group) => numbers(group.messages))).toEqual([[1], [2, 3]]);
    expect(day?.groups.map(({ beginsNew }) => beginsNew)).toEqual([false, true]);
  });
});

describe('what was typed', () => {
  test('keeps its lines and paragraphs, and is text, not HTML', () => {
    expect(htmlOfTyped('Dear Ana,\nhello.\n\n\n1 < 2 & "so"\r\n')).toBe(
      '<p>Dear Ana,<br>hello.</p><p>1 &lt; 2 &amp; &quot;so&quot;</p>',
    );
  });

  test('makes links of addresses, without what ends the sentence', () => {
    expect(htmlOfTyped('See https://example.com/a?b=1&c=2. Or (http://example.org/)?')).toBe(
      '<p>See <a href="https://example.com/a?b=1&amp;c=2">https://example.com/a?b=1&amp;c=2</a>. ' +
        'Or (<a href="http://example.org/">http://example.org/</a>)?</p>',
    );
    expect(htmlOfTyped('javascript://alert or "https://x.example"')).toBe(
      '<p>javascript://alert or &quot;<a href="https://x.example">https://x.example</a>&quot;</p>',
    );
  });

  test('is nothing where it is only white space', () => {
    expect(htmlOfTyped(' \n\n ')).toBe('');
  });
});

test('news are read aloud: the words of one message, the number of several', () => {
  const one = message(1, { content: '<p>Until <b>tomorrow</b>.</p>' });
  expect(newsWords([one])).toBe('Ana Marković: Until tomorrow.');
  expect(newsWords([one, message(2)])).toBe('2 new messages');
  expect(typingWords(undefined)).toBe('Somebody is writing');
});
