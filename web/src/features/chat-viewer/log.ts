import { type Instant, MINUTE } from '../../../../shared/time.ts';
import type { ChatMessage, Room } from './room.ts';

/* How messages stand under each other: days, and within a day what one person wrote within one minute. */

export type Slips = {
  readonly key: string;
  readonly writerId: string;
  readonly own: boolean;
  /** What is new to whoever opened the chat begins with it. */
  readonly beginsNew: boolean;
  /** At least one. */
  readonly messages: readonly ChatMessage[];
  readonly newest: ChatMessage;
};

export type Day = {
  /** `2026-11-21` on this phone. */
  readonly key: string;
  /** A moment of it. */
  readonly at: Instant;
  readonly groups: readonly Slips[];
};

/** How a chat was found: up to which message it had been read, and when it was opened. */
export type Opening = { readonly read: number; readonly at: Instant };

/** How a chat is found by whoever opens it. */
export const openingOf = (room: Room, viewerId: string, now: Instant): Opening =>
  room.wasShown ? openedAgain(room, now) : openedFirst(room, viewerId);

/** A chat that was shown before: what is known was on the screen, whether or not the server has heard that it was read. */
const openedAgain = (room: Room, now: Instant): Opening => ({
  read: room.messages.at(-1)?.number ?? 0,
  at: now,
});

/**
 * A chat that was not shown, of whose messages the first ones have come. Its moment is the newest of them: a phone knows
 * the server's time only to a second or two, and somebody may have written just before.
 */
const openedFirst = (room: Room, viewerId: string): Opening => ({
  read: room.reads[viewerId] ?? 0,
  at: room.messages.at(-1)?.dateTimeSent ?? room.since,
});

/**
 * The number of the first message that was new when the chat was opened; undefined where all or nothing was new, and
 * while that message is not here yet.
 */
export function firstNewOf(
  messages: readonly ChatMessage[],
  viewerId: string,
  { read, at }: Opening,
): number | undefined {
  const next = messages.find(({ number }) => number === read + 1);
  return next && read > 0 && next.userId !== viewerId && next.dateTimeSent <= at
    ? next.number
    : undefined;
}

/** `messages` are oldest first; `firstNew` is the number of the one that begins what is new. */
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

type Run = readonly [ChatMessage, ...ChatMessage[]];

/** Neighbours that go together, in the order they stand in. */
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
  one.userId === next.userId && minuteOf(one) === minuteOf(next);

function dayKey({ dateTimeSent }: ChatMessage): string {
  const date = new Date(dateTimeSent);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}
