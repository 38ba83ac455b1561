import { describe, expect, test } from '@jest/globals';
import { DAY, instant, MINUTE } from '#shared/time.ts';
import {
  daysIn,
  daysOf,
  lineAbove,
  lineStateIn,
  newMessagesOf,
  openingOf,
  rowKeyOf,
  rowsOf,
  sameSlips,
} from '#web/features/chat/pages/viewer/message-log.ts';
import { newsWords, typingWords } from '#web/features/chat/pages/viewer/message-words.ts';
import { roomOf } from '#web/features/chat/room.ts';
import { typedToHtml } from '#web/ui/message-html.ts';
import { MORNING, message, pageOf } from '../../support/chat-fixtures.ts';

const at = (milliseconds: number) => ({ dateTimeSent: instant(MORNING + milliseconds) });
const numbers = (messages: readonly { number: number }[]) => messages.map(({ number }) => number);

describe('daysOf', () => {
  test('groups messages that one user sends within a minute', () => {
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

  test('starts a new day with a divider, even within a minute', () => {
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

  test('is empty without messages', () => {
    expect(daysOf([], 'ben')).toEqual([]);
  });
});

describe('the rows of the log', () => {
  const midnight = new Date(2026, 10, 22).getTime();
  const days = daysOf(
    [
      message(1, { dateTimeSent: instant(midnight - MINUTE) }),
      message(2, { dateTimeSent: instant(midnight + MINUTE) }),
      message(3, { dateTimeSent: instant(midnight + 2 * MINUTE) }),
    ],
    'ben',
    3,
  );
  const rows = rowsOf(days);

  test('are the marks of days, groups of messages, and the line above the first new message', () => {
    expect(rows.map(({ key }) => key)).toEqual([
      '2026-11-21',
      'chat-1',
      '2026-11-22',
      'chat-2',
      'new',
      'chat-3',
    ]);
    expect(rows.map(({ place, of }) => [place, of])).toEqual([
      [0, 1],
      [1, 1],
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  test('are found by a message in them, or by the line above it', () => {
    expect(rowKeyOf(rows, { number: 3, isLine: false })).toBe('chat-3');
    expect(rowKeyOf(rows, { number: 3, isLine: true })).toBe('new');
    expect(rowKeyOf(rows, { number: 9, isLine: false })).toBeUndefined();
    const withoutLine = rowsOf(daysOf([message(1), message(2)], 'ben'));
    expect(rowKeyOf(withoutLine, { number: 2, isLine: true })).toBe('chat-1');
  });

  test('are grouped by day where they are mounted, with space in place of the others', () => {
    const mounted = [
      { index: 0, gap: 0 },
      { index: 3, gap: 200 },
      { index: 5, gap: 50 },
    ];
    const shown = daysIn(rows, mounted).map(({ before, isWhole, rows: ofDay }) => ({
      before,
      isWhole,
      rows: ofDay.map(({ key, gap }) => [key, gap]),
    }));
    expect(shown).toEqual([
      { before: 0, isWhole: false, rows: [['2026-11-21', 0]] },
      {
        before: 200,
        isWhole: false,
        rows: [
          ['chat-2', 0],
          ['chat-3', 50],
        ],
      },
    ]);
    const whole = daysIn(
      rows,
      rows.map((_, index) => ({ index, gap: 0 })),
    );
    expect(whole.map(({ isWhole }) => isWhole)).toEqual([true, true]);
  });
});

describe('a group of messages', () => {
  const groupOf = (...numbers: readonly number[]) =>
    daysOf(
      numbers.map((number) => known[number] ?? message(number)),
      'ben',
    )[0]?.groups[0];
  const known = [message(0), message(1), message(2)];

  test('is the same after grouping again, until a message is added to it', () => {
    const [one, again, longer] = [groupOf(0, 1), groupOf(0, 1), groupOf(0, 1, 2)];
    if (!one || !again || !longer) throw new Error('no group');
    expect(sameSlips(one, again)).toBe(true);
    expect(sameSlips(one, longer)).toBe(false);
  });
});

describe('the new messages of a chat', () => {
  const opened = instant(MORNING + 3 * MINUTE);
  const three = [message(1, at(0)), message(2, at(1_000)), message(3, at(2_000))];

  test('begin after the last read one, even if the first of them is not loaded', () => {
    const news = { first: 2, count: 2 };
    expect(newMessagesOf(three, 'ben', { read: 1, at: opened })).toEqual(news);
    expect(newMessagesOf(three.slice(2), 'ben', { read: 1, at: opened })).toEqual(news);
  });

  test('are none if all are read, or if they arrive while the chat is open', () => {
    expect(newMessagesOf(three, 'ben', { read: 3, at: opened })).toBeUndefined();
    const later = [...three, message(4, at(4 * MINUTE))];
    expect(newMessagesOf(later, 'ben', { read: 3, at: opened })).toBeUndefined();
    expect(newMessagesOf([], 'ben', { read: 0, at: opened })).toBeUndefined();
  });

  test('have a line above them, unless all messages are new', () => {
    expect(lineAbove({ first: 2, count: 2 })).toBe(2);
    expect(lineAbove(newMessagesOf(three, 'ben', { read: 0, at: opened }))).toBeUndefined();
    expect(lineAbove(undefined)).toBeUndefined();
  });

  test('are above the screen until the first of them was on it', () => {
    const news = { first: 20, count: 30 };
    expect(lineStateIn({ oldest: 40, newest: 49 }, news)).toBe('above');
    expect(lineStateIn({ oldest: 20, newest: 29 }, news)).toBe('seen');
    expect(lineStateIn({ oldest: 11, newest: 20 }, news)).toBe('seen');
    // The last messages before the new ones, which are not there yet.
    expect(lineStateIn({ oldest: 11, newest: 19 }, news)).toBe('below');
    expect(lineStateIn({ oldest: 40, newest: 49 }, undefined)).toBeUndefined();
    expect(lineStateIn({ oldest: undefined, newest: undefined }, news)).toBeUndefined();
  });

  test('begin after the viewer’s own last message, sent from another device', () => {
    const own = message(2, { ...at(1_000), userId: 'ben' });
    const around = [message(1, at(0)), own, message(3, at(2_000))];
    expect(newMessagesOf(around, 'ben', { read: 0, at: opened })).toEqual({ first: 3, count: 1 });
    expect(newMessagesOf(around.slice(0, 2), 'ben', { read: 1, at: opened })).toBeUndefined();
  });

  test('stay the same when the viewer writes a message', () => {
    const answered = [...three, message(4, { ...at(4 * MINUTE), userId: 'ben' })];
    expect(newMessagesOf(answered, 'ben', { read: 1, at: opened })).toEqual({ first: 2, count: 2 });
  });

  test('include all unread messages of the first response, regardless of the device’s clock', () => {
    const room = roomOf({ ...pageOf([1, 2, 3]), reads: [{ userId: 'ben', upTo: 2 }] });
    const longAgo = instant(MORNING - DAY);
    const opening = openingOf(room, 'ben', longAgo);
    expect(newMessagesOf(room.messages, 'ben', opening)).toEqual({ first: 3, count: 1 });
    const allRead = roomOf({ ...pageOf([1]), reads: [{ userId: 'ben', upTo: 1 }] });
    expect(newMessagesOf(room.messages, 'ben', openingOf(allRead, 'ben', longAgo))).toBeUndefined();
    expect(openingOf(roomOf(pageOf([])), 'ben', longAgo).read).toBe(0);
  });

  test('are those since the chat was last shown', () => {
    const left = { ...roomOf(pageOf([1, 2])), wasShown: true } as const;
    const back = openingOf(left, 'ben', instant(MORNING + 4_000));
    const later = roomOf(pageOf([1, 2, 3]));
    expect(newMessagesOf(later.messages, 'ben', back)).toEqual({ first: 3, count: 1 });
    const early = openingOf(left, 'ben', instant(MORNING + 2_500));
    expect(newMessagesOf(later.messages, 'ben', early)).toBeUndefined();
  });

  test('starts a new group even if the same sender wrote a minute before', () => {
    const [day] = daysOf(three, 'ben', 2);
    expect(day?.groups.map((group) => numbers(group.messages))).toEqual([[1], [2, 3]]);
    expect(day?.groups.map(({ beginsNew }) => beginsNew)).toEqual([false, true]);
  });
});

describe('the HTML of typed text', () => {
  test('keeps lines and paragraphs and escapes HTML', () => {
    expect(typedToHtml('Dear Ana,\nhello.\n\n\n1 < 2 & "so"\r\n')).toBe(
      '<p>Dear Ana,<br>hello.</p><p>1 &lt; 2 &amp; &quot;so&quot;</p>',
    );
  });

  test('links URLs without the punctuation at the end of a sentence', () => {
    expect(typedToHtml('See https://example.com/a?b=1&c=2. Or (http://example.org/)?')).toBe(
      '<p>See <a href="https://example.com/a?b=1&amp;c=2">https://example.com/a?b=1&amp;c=2</a>. ' +
        'Or (<a href="http://example.org/">http://example.org/</a>)?</p>',
    );
    expect(typedToHtml('javascript://alert or "https://x.example"')).toBe(
      '<p>javascript://alert or &quot;<a href="https://x.example">https://x.example</a>&quot;</p>',
    );
  });

  test('is empty for white space', () => {
    expect(typedToHtml(' \n\n ')).toBe('');
  });
});

test('screen readers get the text of one new message or the number of several', () => {
  const one = message(1, { content: '<p>Until <b>tomorrow</b>.</p>' });
  expect(newsWords([one], 'ben')).toBe('Ana Marković: Until tomorrow.');
  expect(newsWords([one, message(2)], 'ben')).toBe('2 new messages');
  expect(typingWords(undefined)).toBe('Someone is writing');
});
