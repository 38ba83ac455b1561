import type { DomainEvent } from '#shared/domain-events.ts';
import type { Channel, NotifiedEventType } from '#shared/rules/notifications/event-settings.ts';
import type { Instant } from '#shared/time.ts';
import { atMost, missingOr } from '../conditions.ts';
import { dueKeys, type Slice } from '../due-items.ts';
import { dueIndex, dueTime } from '../index-keys.ts';
import { type Key, keyOf, postponedKey } from '../keys.ts';
import { put, remove, type TableReader, type TableWriter } from '../table.ts';

/*
 * Notifications that wait for the end of a person's quiet hours: one for each channel and tag, the newest. The item holds the
 * domain event; what is sent, and whether, is decided from it when the quiet hours are over. Those that no device or mailbox took wait
 * here for the next channel, one for each event.
 */

export type Postponed = {
  readonly userId: string;
  /** `undelivered`: no device or mailbox took it, so the next channel does. */
  readonly channel: Channel | 'undelivered';
  readonly tag: string;
  readonly event: DomainEvent<NotifiedEventType>;
};

export type PostponedItem = Key &
  Postponed & { readonly eventId: string; readonly eventAt: number; readonly gsi5sk: string };

/**
 * Postpones a notification until a time. NEWER: a later event of the same tag is postponed already, and replaces this one.
 * Repeating it with the same event moves the time.
 */
export function postpone(
  table: TableWriter,
  { userId, channel, tag, event }: Postponed,
  until: Instant,
): Promise<'done' | 'NEWER'> {
  const key = postponedKey(userId, channel, tag);
  return table.write(
    put(
      {
        ...key,
        userId,
        channel,
        tag,
        event,
        eventId: event.id,
        eventAt: event.at,
        ...dueIndex('NOTIFICATION', until, `${userId}#${key.sk}`),
      },
      {
        when: { eventAt: missingOr(atMost(event.at)) },
        otherwise: 'NEWER',
      },
    ),
  );
}

/** Postpones the text message of an event: one for each conversation, and one for each other kind of event. */
export function postponeText(
  table: TableWriter,
  userId: string,
  event: DomainEvent<NotifiedEventType>,
  until: Instant,
): Promise<'done' | 'NEWER'> {
  const { type, detail } = event;
  const tag = 'conversationId' in detail ? `conversation:${detail.conversationId}` : type;
  return postpone(table, { userId, channel: 'text', tag, event }, until);
}

/** Postpones an event that no device or mailbox of a person took until a time, for the next channel. */
export const postponeUndelivered = (
  table: TableWriter,
  userId: string,
  event: DomainEvent<NotifiedEventType>,
  until: Instant,
): Promise<'done' | 'NEWER'> =>
  postpone(table, { userId, channel: 'undelivered', tag: event.id, event }, until);

/** A slice of the keys of postponed notifications whose time has come, the longest overdue first. */
export const duePostponed = (table: TableReader, now: Instant, slice: Slice) =>
  dueKeys(table, 'NOTIFICATION', now, slice);

/** Reads a postponed notification; undefined if it was sent or removed meanwhile. */
export const postponedAt = (table: TableReader, key: Key): Promise<PostponedItem | undefined> =>
  table.get<PostponedItem>(key);

/** When the quiet hours end that a notification waits for. */
export const dueTimeOf = ({ gsi5sk }: PostponedItem): Instant => dueTime(gsi5sk);

/** Removes a postponed notification, unless a newer one replaced it or it was postponed again. */
export async function removePostponed(table: TableWriter, item: PostponedItem): Promise<void> {
  const { gsi5sk, event } = item;
  await table.write(
    remove(keyOf(item), { when: { gsi5sk, eventId: event.id }, otherwise: 'MOVED' }),
  );
}
