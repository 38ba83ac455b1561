import { createHash } from 'node:crypto';
import type { DomainEvent } from '#shared/domain-events.ts';
import { cents } from '#shared/money.ts';
import { isPaid } from '#shared/rules/billing/plans.ts';
import type { Room } from '#shared/rules/chat/chats.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { accountNotification } from '#shared/rules/notifications/account-notifications.ts';
import {
  type ClaimEvent,
  claimNotifications,
  isClaimEvent,
} from '#shared/rules/notifications/claim-notifications.ts';
import type { Notification } from '#shared/rules/notifications/notification.ts';
import { deliveryOf } from '#shared/rules/notifications/notification-settings.ts';
import {
  addedNotifications,
  type ConversationEvent,
  chatNotifications,
  contactNotification,
  conversationNotification,
  isConversationEvent,
  type NOTIFIED_EVENTS,
  refundNotifications,
} from '#shared/rules/notifications/notifications.ts';
import { payloadOf } from '#shared/rules/notifications/push-payload.ts';
import { type Instant, instant, later, MINUTE } from '#shared/time.ts';
import type { Push } from '../gateways/push.ts';
import type { Logger } from '../log.ts';
import { ifNotExpired, type User } from '../storage/accounts/users.ts';
import { savedInEndedSessions } from '../storage/auth/sessions.ts';
import { type ChatMessage, chatMessageAt, messagesSince } from '../storage/chat/chat-messages.ts';
import { roomOf } from '../storage/chat/chats.ts';
import type { ContactRelation } from '../storage/contacts/contact-item.ts';
import { isBlock, relationOf, stateOf } from '../storage/contacts/contacts.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { chatMessageKey, contactKey, roomKey, userKey } from '../storage/keys.ts';
import type { Device, Devices } from '../storage/notifications/devices.ts';
import { settingsOf } from '../storage/notifications/notification-settings.ts';
import { postpone, postponeUndelivered } from '../storage/notifications/postponed.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';

/*
 * Push notifications: each device gets one for each domain event. A delivery claims the notification before it sends it, so
 * that of two simultaneous deliveries of an event one sends. The notified devices are stored, so that a repeated delivery
 * sends only to the others. After a crash between sending and storing, a device gets the notification again: it has the
 * same topic and tag, so it replaces the first one without a sound (web/src/sw.ts).
 */

export type NotificationContext = {
  readonly table: TableWriter;
  readonly devices: Devices;
  readonly push: Push;
  readonly now: Instant;
  readonly log: Logger;
};

/** The number of people notified concurrently: a group has at most 49 besides the writer. */
const CONCURRENCY = 10;

/** Sends notifications. If some fail, it throws after all were tried, so that the event is delivered again. */
export async function sendNotifications(
  context: NotificationContext,
  event: NotifiedEvent,
  notifications: readonly Notification[],
): Promise<void> {
  const faults: Error[] = [];
  for (let first = 0; first < notifications.length; first += CONCURRENCY) {
    const batch = notifications.slice(first, first + CONCURRENCY);
    const sent = await Promise.allSettled(batch.map((one) => notifyPerson(context, event, one)));
    for (const one of sent) if (one.status === 'rejected') faults.push(one.reason as Error);
  }
  const [fault] = faults;
  if (fault)
    throw new Error(
      `${faults.length} of ${notifications.length} could not be notified: ${fault.message}`,
    );
}

/** Notifies a person as their settings say: now, after their quiet hours, or not at all. */
async function notifyPerson(
  context: NotificationContext,
  event: NotifiedEvent,
  notification: Notification,
): Promise<void> {
  const { table, devices, now } = context;
  const { userId, tag, latestAt } = notification;
  const all = await devices.of(userId);
  if (all.length === 0) return;
  const settings = await settingsOf(table, userId, 'eventual');
  const delivery = deliveryOf(settings, event, 'push', now, latestAt);
  if (delivery === 'never') return;
  if (delivery === 'now') return notifyDevicesOf(context, event, notification, all);
  await postpone(table, { userId, channel: 'push', tag, event }, delivery.postponedUntil);
}

/** The time that the next channel waits for a push service that fails: events are repeated within minutes. */
const PUSH_RETRY_TIME = 15 * MINUTE;

/**
 * Sends a notification to the devices of a person that did not get it. If none has it, the event is postponed for the next channel,
 * before a device is removed: after a crash in between, the repeated delivery finds the device again, and postpones the same item.
 */
async function notifyDevicesOf(
  context: NotificationContext,
  event: NotifiedEvent,
  notification: Notification,
  all: readonly Device[],
): Promise<void> {
  const { table, devices, now } = context;
  const { userId } = notification;
  const { user, theirs } = await devicesWithSession(context, userId, all);
  if (!user || theirs.length === 0) return;
  const notified = await claimForPerson(context, event.id, userId);
  const left = theirs.filter(({ hash }) => !notified.has(hash));
  const text = visibleText(user, notification);
  const outcomes = await Promise.allSettled(
    left.map((device) => notifyDevice(context, event.id, text, device)),
  );
  const those = (outcome: 'delivered' | 'expired') =>
    left.filter((_device, index) => {
      const found = outcomes[index];
      return found?.status === 'fulfilled' && found.value === outcome;
    });
  const [reached, expired] = [those('delivered'), those('expired')];
  if (notified.size + reached.length === 0) {
    const isOver = expired.length === left.length;
    await postponeUndelivered(table, userId, event, isOver ? now : later(now, PUSH_RETRY_TIME));
  }
  for (const { endpoint } of expired) await devices.remove(userId, endpoint);
  await devices.releaseNotification(
    event.id,
    userId,
    reached.map(({ hash }) => hash),
    now,
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Reads an account and its devices, and removes the devices whose session was ended: they may belong to somebody else by
 * now.
 */
async function devicesWithSession(
  { table, devices, now }: NotificationContext,
  userId: string,
  all: readonly Device[],
): Promise<{ user: User | undefined; theirs: Device[] }> {
  const { user, ended } = await savedInEndedSessions(table, userId, all, now);
  for (const { endpoint } of ended) await devices.remove(userId, endpoint);
  return { user, theirs: all.filter((device) => !ended.includes(device)) };
}

/** The time (ms) that a delivery waits for another one with the same claim, and the number of its checks. */
const CLAIM_WAIT = 4_000;
const CLAIM_CHECKS = 20;

async function claimForPerson(
  { devices, now }: NotificationContext,
  eventId: string,
  userId: string,
): Promise<ReadonlySet<string>> {
  for (let look = 1; look <= CLAIM_CHECKS; look += 1) {
    const notified = await devices.claimNotification(eventId, userId, now);
    if (notified !== 'BUSY') return notified;
    await new Promise((resolve) => setTimeout(resolve, CLAIM_WAIT / CLAIM_CHECKS));
  }
  throw new Error('another delivery claimed this notification and did not finish');
}

/** Removes names and texts of chats for people without a paid plan, who cannot open chats. */
const visibleText = ({ licenseId }: User, notification: Notification): Notification =>
  notification.forMembers && !isPaid(licenseId)
    ? { ...notification, open: notification }
    : notification;

/** Sends a notification to a device. `expired`: its subscription has ended, so the caller removes it; nobody was notified. */
async function notifyDevice(
  { push, log }: NotificationContext,
  eventId: string,
  notification: Notification,
  device: Device,
): Promise<'delivered' | 'expired'> {
  const { urgency, goodFor, tag } = notification;
  const payload = JSON.stringify(payloadOf(eventId, notification, device.showText));
  const outcome = await push.send(device, { payload, topic: topicOf(tag), urgency, goodFor });
  if (outcome === 'delivered') return 'delivered';
  log.info('a push subscription has expired', { device: device.hash });
  return 'expired';
}

/** The push service sees topics, so they are hashed and contain no id. */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

type NotifiedEvent = DomainEvent<(typeof NOTIFIED_EVENTS)[number]>;

/** Returns the notifications of a domain event, given the current state; none if they are no longer relevant. */
export async function notificationsOf(
  table: TableReader,
  event: NotifiedEvent,
  now: Instant,
): Promise<Notification[]> {
  if (isOfConversation(event)) {
    const conversation = await conversationById(table, event.detail.conversationId, now);
    return conversation ? conversationNotificationsOf(table, conversation, event, now) : [];
  }
  switch (event.type) {
    case 'contact.invited':
    case 'contact.accepted': {
      const { userId, byUserId } = event.detail;
      const beside = [userKey(byUserId), contactKey(userId, byUserId)];
      const [found, relation] = await table.getMany<unknown>(beside);
      const other = ifNotExpired(found as User | undefined, now);
      // An invitation that was answered meanwhile, and a contact that was removed, causes no notification.
      const expected = event.type === 'contact.invited' ? 'INVITED_ME' : 'CONTACT';
      const isCurrent = stateOf(relation as ContactRelation | undefined, now) === expected;
      return other && isCurrent ? [contactNotification(event, other.fullName)] : [];
    }
    case 'chat.messageSent': {
      const { chatId, messageAt } = event.detail;
      const [room, message] = await Promise.all([
        roomOf(table, chatId),
        chatMessageAt(table, chatId, instant(messageAt)),
      ]);
      if (!room || !message || message.deletedAt !== undefined) return [];
      if (await isFollowed(table, room, message)) return [];
      return chatNotifications(room, message);
    }
    case 'chat.changed':
      return event.detail.addedUserIds.length > 0 ? notificationsOfAdded(table, event, now) : [];
    default:
      return [accountNotification(event)];
  }
}

type EventOfConversation = ConversationEvent | ClaimEvent | DomainEvent<'conversation.givenBack'>;

/** Returns whether the notifications of an event depend on the current state of its conversation. */
export const isOfConversation = (event: DomainEvent): event is EventOfConversation =>
  isConversationEvent(event) || isClaimEvent(event) || event.type === 'conversation.givenBack';

/** Returns the notifications of an event of a conversation, given the current conversation. */
export async function conversationNotificationsOf(
  table: TableReader,
  conversation: Conversation,
  event: EventOfConversation,
  now: Instant,
): Promise<Notification[]> {
  if (isClaimEvent(event)) return claimNotifications(conversation, event, now);
  if (event.type === 'conversation.givenBack') {
    const { amountCents } = event.detail;
    return refundNotifications(
      conversation,
      amountCents === undefined ? undefined : cents(amountCents),
    );
  }
  if (event.type === 'conversation.nudged' && (await isBlockedByRecipient(table, event))) return [];
  const notification = conversationNotification(conversation, event, now);
  return notification ? [notification] : [];
}

/** Returns whether the recipient blocked the sender, who is not told and whose nudges do not arrive. */
const isBlockedByRecipient = async (
  table: TableReader,
  { detail: { senderId, recipientId } }: DomainEvent<'conversation.nudged'>,
) => isBlock(await relationOf(table, recipientId, senderId));

/**
 * Returns whether a newer message was written: that one causes its own notifications, and its writer has read this one. Announcements and
 * deleted messages cause none.
 */
async function isFollowed(table: TableReader, room: Room, message: ChatMessage): Promise<boolean> {
  if (room.number === message.number) return false;
  const newer = await messagesSince(table, room.id, message.sentAt);
  return newer?.messages.some((one) => !one.announcement && one.deletedAt === undefined) === true;
}

async function notificationsOfAdded(
  table: TableReader,
  { detail: { chatId, byUserId, messageAt, addedUserIds } }: DomainEvent<'chat.changed'>,
  now: Instant,
): Promise<Notification[]> {
  const announcements = messageAt === undefined ? [] : [chatMessageKey(chatId, instant(messageAt))];
  const keys = [roomKey(chatId), userKey(byUserId), ...announcements];
  const [room, owner, announcement] = await table.getMany<unknown>(keys);
  const adder = ifNotExpired(owner as User | undefined, now);
  if (!room || !adder) return [];
  const announcedAs = (announcement as ChatMessage | undefined)?.number;
  return addedNotifications(room as Room, addedUserIds, announcedAs, adder.fullName);
}
