import { type Instant, MINUTE } from '#shared/time.ts';
import type { MountedRow } from '#web/ui/use-virtual-rows.ts';
import type { ChatMessage, Room } from '../../room.ts';

/* Groups messages by day and, within a day, by writer and minute. An announcement is a group of its own. */

export type Slips = {
  readonly key: string;
  readonly writerId: string;
  readonly own: boolean;
  /** Whether the first new message starts this group. */
  readonly beginsNew: boolean;
  /** At least one. */
  readonly messages: readonly ChatMessage[];
  readonly newest: ChatMessage;
};

export type Day = {
  /** A local date such as `2026-11-21`. */
  readonly key: string;
  /** A time within the day. */
  readonly at: Instant;
  readonly groups: readonly Slips[];
};

/** The state of a chat when it was opened: the last read message, and the time. */
export type Opening = { readonly read: number; readonly at: Instant };

/** The state in which a user opens a chat. */
export const openingOf = (room: Room, viewerId: string, now: Instant): Opening =>
  room.wasShown ? openedAgain(room, now) : openedFirst(room, viewerId);

/**
 * A chat that was open before: all known messages were on the screen, even if the server does not know yet that they
 * were read.
 */
const openedAgain = (room: Room, now: Instant): Opening => ({
  read: room.messages.at(-1)?.number ?? 0,
  at: now,
});

/**
 * A chat that is opened for the first time, with its first messages. Its time is that of the newest one: the device
 * knows the server's time only to a second or two, and a message may be that new.
 */
const openedFirst = (room: Room, viewerId: string): Opening => ({
  read: room.reads[viewerId] ?? 0,
  at: room.messages.at(-1)?.dateTimeSent ?? room.since,
});

/** Messages that were new when the chat was opened: the number of the first, which may not be loaded yet, and how many. */
export type NewMessages = { readonly first: number; readonly count: number };

/** The messages that were new when the chat was opened. A person who wrote a message has read those before it. */
export function newMessagesOf(
  messages: readonly ChatMessage[],
  viewerId: string,
  { read, at }: Opening,
): NewMessages | undefined {
  const wasThere = ({ dateTimeSent }: ChatMessage) => dateTimeSent <= at;
  const newest = messages.findLast(wasThere)?.number ?? 0;
  const own = messages.findLast((message) => message.userId === viewerId && wasThere(message));
  const known = Math.max(read, own?.number ?? 0);
  return newest > known ? { first: known + 1, count: newest - known } : undefined;
}

/** The number of the message below the line "New". There is no line if all messages of the chat are new. */
export const lineAbove = (news: NewMessages | undefined): number | undefined =>
  news && news.first > 1 ? news.first : undefined;

/** Where the beginning of the first new message is: above or below what is in view, or it was in view. */
export type LineState = 'above' | 'seen' | 'below' | undefined;

/** `oldest`, `newest`: the numbers of the messages in view. Undefined without a message in view, or without new ones. */
export function lineStateIn(
  { oldest, newest }: { oldest: number | undefined; newest: number | undefined },
  news: NewMessages | undefined,
): LineState {
  if (oldest === undefined || !news) return undefined;
  if (oldest > news.first) return 'above';
  return (newest ?? 0) >= news.first ? 'seen' : 'below';
}

/** `messages` are sorted oldest first; `firstNew` is the number of the first new message. */
export function daysOf(
  messages: readonly ChatMessage[],
  viewerId: string,
  firstNew?: number,
): readonly Day[] {
  const together = (one: ChatMessage, next: ChatMessage) =>
    next.number !== firstNew && belongTogether(one, next);
  return runs(messages, (one, next) => dayKey(one) === dayKey(next)).map((ofDay) => ({
    key: dayKey(ofDay[0]),
    at: ofDay[0].dateTimeSent,
    groups: runs(ofDay, together).map((run) => slipsOf(run, viewerId, firstNew)),
  }));
}

/** Whether two groups have the same messages and look the same. */
export const sameSlips = (one: Slips, other: Slips): boolean =>
  one.own === other.own &&
  one.messages.length === other.messages.length &&
  one.messages.every((message, place) => message === other.messages[place]);

/**
 * A row of the log: the mark of a day, the line above the first new message, or a group of
 * messages. `place` and `of`: its position in the list of its day, from 1.
 */
export type LogRow = {
  readonly key: string;
  readonly day: Day;
  readonly slips?: Slips;
  readonly place: number;
  readonly of: number;
};

/** The rows of the days, in order. Their keys stay the same while messages are added at both ends. */
export function rowsOf(days: readonly Day[]): readonly LogRow[] {
  return days.flatMap((day) => {
    const of = day.groups.length + (day.groups.some(({ beginsNew }) => beginsNew) ? 1 : 0);
    const rows: LogRow[] = [{ key: day.key, day, place: 0, of }];
    for (const slips of day.groups) {
      if (slips.beginsNew) rows.push({ key: NEW_LINE, day, place: rows.length, of });
      rows.push({ key: slips.key, day, slips, place: rows.length, of });
    }
    return rows;
  });
}

/** The key of the row with a message. `isLine`: of the line above it, if there is one. Undefined if it is not loaded. */
export function rowKeyOf(
  rows: readonly LogRow[],
  { number, isLine }: { readonly number: number; readonly isLine: boolean },
): string | undefined {
  if (isLine && rows.some(({ key }) => key === NEW_LINE)) return NEW_LINE;
  return rows.find(({ slips }) => slips?.messages.some((message) => message.number === number))
    ?.key;
}

/** The mounted rows of a day. `before` and `gap`: the height (px) of the unmounted rows before the day or the row. */
export type MountedDay = {
  readonly day: Day;
  readonly before: number;
  readonly rows: readonly (LogRow & MountedRow)[];
  /** Whether all rows of the day are mounted. */
  readonly isWhole: boolean;
};

/** The mounted rows by day. */
export function daysIn(
  rows: readonly LogRow[],
  mounted: readonly MountedRow[],
): readonly MountedDay[] {
  const days: (Omit<MountedDay, 'rows'> & {
    rows: MountedDay['rows'][number][];
    isWhole: boolean;
  })[] = [];
  for (const { index, gap } of mounted) {
    const row = rows[index];
    if (!row) continue;
    const known = days.at(-1);
    if (known?.day === row.day) known.rows.push({ ...row, index, gap });
    else
      days.push({ day: row.day, before: gap, rows: [{ ...row, index, gap: 0 }], isWhole: false });
  }
  for (const day of days) day.isWhole = day.rows.length === (day.rows[0]?.of ?? 0) + 1;
  return days;
}

/** The key of the line above the first new message. */
const NEW_LINE = 'new';

type Run = readonly [ChatMessage, ...ChatMessage[]];

/** Groups neighboring items, in their order. */
function runs(
  messages: readonly ChatMessage[],
  together: (one: ChatMessage, next: ChatMessage) => boolean,
): readonly Run[] {
  const all: [ChatMessage, ...ChatMessage[]][] = [];
  let before: ChatMessage | undefined;
  for (const message of messages) {
    const run = all.at(-1);
    if (run && before && together(before, message)) run.push(message);
    else all.push([message]);
    before = message;
  }
  return all;
}

function slipsOf(messages: Run, viewerId: string, firstNew: number | undefined): Slips {
  const [first] = messages;
  return {
    key: first.id,
    writerId: first.userId,
    own: first.userId === viewerId,
    beginsNew: first.number === firstNew,
    messages,
    newest: messages.at(-1) ?? first,
  };
}

const minuteOf = ({ dateTimeSent }: ChatMessage) => Math.floor(dateTimeSent / MINUTE);

const belongTogether = (one: ChatMessage, next: ChatMessage) =>
  one.userId === next.userId &&
  minuteOf(one) === minuteOf(next) &&
  !one.announcement &&
  !next.announcement;

const dayKeys = new WeakMap<ChatMessage, string>();

/** Local dates take long to compute, and each new message groups all of them again. */
function dayKey(message: ChatMessage): string {
  const known = dayKeys.get(message);
  if (known !== undefined) return known;
  const date = new Date(message.dateTimeSent);
  const key = `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
  dayKeys.set(message, key);
  return key;
}
