import { createHash } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { Fact } from '../../shared/domain-events.ts';
import { isPaid } from '../../shared/rules/billing/plans.ts';
import {
  accountNews,
  chatNews,
  contactNews,
  conversationNews,
  givenBackNews,
  isOfConversation,
  type Notification,
  payloadOf,
  type TOLD_FACTS,
} from '../../shared/rules/notifications/notifications.ts';
import { type Instant, instant } from '../../shared/time.ts';
import type { Push } from '../gateways/push.ts';
import { stands, type User } from '../storage/accounts/users.ts';
import { savedInEnded } from '../storage/auth/sessions.ts';
import { chatMessageAt } from '../storage/chat/chat-messages.ts';
import { roomOf } from '../storage/chat/chats.ts';
import type { Tie } from '../storage/contacts/contact-item.ts';
import { stateOf } from '../storage/contacts/contacts.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { contactKey, userKey } from '../storage/keys.ts';
import type { Device, Devices } from '../storage/notifications/devices.ts';
import type { TableReader } from '../storage/table.ts';

/*
 * Push notifications: each device gets one for each domain event. A delivery claims the notification before it sends it, so
 * that of two simultaneous deliveries of an event one sends. The notified devices are stored, so that a repeated delivery
 * sends only to the others. After a crash between sending and storing, a device gets the notification again: it has the
 * same topic and tag, so it replaces the first one without a sound (web/src/sw.ts).
 */

export type Messenger = {
  readonly table: TableReader;
  readonly devices: Devices;
  readonly push: Push;
  readonly now: Instant;
  readonly log: Logger;
};

/** The number of people notified concurrently: a group has at most 49 besides the writer. */
const AT_ONCE = 10;

/** Sends notifications. If some fail, it throws after all were tried, so that the event is delivered again. */
export async function tellAll(
  messenger: Messenger,
  factId: string,
  news: readonly Notification[],
): Promise<void> {
  const faults: Error[] = [];
  for (let first = 0; first < news.length; first += AT_ONCE) {
    const batch = news.slice(first, first + AT_ONCE);
    const told = await Promise.allSettled(batch.map((one) => tellPerson(messenger, factId, one)));
    for (const one of told) if (one.status === 'rejected') faults.push(one.reason as Error);
  }
  const [fault] = faults;
  if (fault)
    throw new Error(`${faults.length} of ${news.length} could not be notified: ${fault.message}`);
}

async function tellPerson(messenger: Messenger, factId: string, news: Notification): Promise<void> {
  const { devices } = messenger;
  const all = await devices.of(news.userId);
  if (all.length === 0) return;
  const { user, theirs } = await stillTheirs(messenger, news.userId, all);
  if (!user || theirs.length === 0) return;
  const told = await begin(messenger, factId, news.userId);
  const left = theirs.filter(({ hash }) => !told.has(hash));
  const outcomes = await Promise.allSettled(
    left.map((device) => tellDevice(messenger, factId, wordsFor(user, news), device)),
  );
  const reached = left.filter((_device, index) => outcomes[index]?.status === 'fulfilled');
  await devices.endTelling(
    factId,
    news.userId,
    reached.map(({ hash }) => hash),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Reads an account and its devices, and removes the devices whose session was ended: they may belong to somebody else by
 * now.
 */
async function stillTheirs(
  { table, devices, now }: Messenger,
  userId: string,
  all: readonly Device[],
): Promise<{ user: User | undefined; theirs: Device[] }> {
  const { user, ended } = await savedInEnded(table, userId, all, now);
  for (const { endpoint } of ended) await devices.remove(userId, endpoint);
  return { user, theirs: all.filter((device) => !ended.includes(device)) };
}

/** How long (ms) a delivery waits for another one with the same claim, and how often it checks. */
const PATIENCE = 4_000;
const LOOKS = 20;

async function begin(
  { devices, now }: Messenger,
  factId: string,
  userId: string,
): Promise<ReadonlySet<string>> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const told = await devices.beginTelling(factId, userId, now);
    if (told !== 'BUSY') return told;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE / LOOKS));
  }
  throw new Error('another delivery claimed this notification and did not finish');
}

/** Removes names and texts of chats for people without a paid plan, who cannot open chats. */
const wordsFor = ({ licenseId }: User, news: Notification): Notification =>
  news.forMembers && !isPaid(licenseId) ? { ...news, open: news } : news;

async function tellDevice(
  { devices, push, log }: Messenger,
  factId: string,
  news: Notification,
  device: Device,
): Promise<void> {
  const { urgency, goodFor, tag } = news;
  const payload = JSON.stringify(payloadOf(factId, news, device.showText));
  const outcome = await push.send(device, { payload, topic: topicOf(tag), urgency, goodFor });
  if (outcome === 'delivered') return;
  log.info('a push subscription has expired', { device: device.hash });
  await devices.remove(news.userId, device.endpoint);
}

/** The push service sees topics, so they are hashed and contain no id. */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

type ToldFact = Fact<(typeof TOLD_FACTS)[number]>;

/** Returns the notifications of a domain event, given the current state; none if they are no longer relevant. */
export async function newsOf(
  table: TableReader,
  fact: ToldFact,
  now: Instant,
): Promise<Notification[]> {
  if (isOfConversation(fact)) {
    const conversation = await conversationById(table, fact.detail.conversationId, now);
    const news = conversation && conversationNews(conversation, fact, now);
    return news ? [news] : [];
  }
  switch (fact.type) {
    case 'conversation.givenBack': {
      const conversation = await conversationById(table, fact.detail.conversationId, now);
      return conversation ? givenBackNews(conversation) : [];
    }
    case 'contact.invited':
    case 'contact.accepted': {
      const { userId, byUserId } = fact.detail;
      const beside = [userKey(byUserId), contactKey(userId, byUserId)];
      const [found, tie] = await table.getMany<unknown>(beside);
      const other = stands(found as User | undefined, now);
      // An invitation that was answered meanwhile, and a contact that was removed, causes no notification.
      const told = fact.type === 'contact.invited' ? 'INVITED_ME' : 'CONTACT';
      const isSo = stateOf(tie as Tie | undefined, now) === told;
      return other && isSo ? [contactNews(fact, other.fullName)] : [];
    }
    case 'chat.messageSent': {
      const { chatId, messageAt } = fact.detail;
      const [room, message] = await Promise.all([
        roomOf(table, chatId),
        chatMessageAt(table, chatId, instant(messageAt)),
      ]);
      return room && message ? chatNews(room, message) : [];
    }
    default:
      return [accountNews(fact)];
  }
}
