import type { viewChat, viewChatParticipants } from '#shared/api/chat.ts';
import type { viewChatMessages, viewChatMessagesSince } from '#shared/api/chat-messages.ts';
import type { Input, Output } from '#shared/api/operation.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { isPaid } from '#shared/rules/billing/plans.ts';
import {
  contiguousSince,
  isMember,
  otherOf,
  ownerOf,
  type Room,
  readersOf,
  receiptOf,
  typistsAt,
  unreadOf,
} from '#shared/rules/chat/chats.ts';
import { changedSince, REACTIONS, revisionOf } from '#shared/rules/chat/message-changes.ts';
import { fromIso, type Instant, later, SECOND, toIso } from '#shared/time.ts';
import {
  ifNotExpired,
  type PublicUser,
  publicUserOf,
  type User,
  usersById,
} from '../storage/accounts/users.ts';
import { membershipsOf } from '../storage/chat/chat-members.ts';
import {
  type ChatMessage,
  type ChatState,
  messagesBefore,
  messagesSince,
  newestOf,
  stateOf,
} from '../storage/chat/chat-messages.ts';
import { roomOf } from '../storage/chat/chats.ts';
import { messagesAt } from '../storage/chat/message-changes.ts';
import type { ContactRelation } from '../storage/contacts/contact-item.ts';
import { relationStatusOf } from '../storage/contacts/contacts.ts';
import { contactKey, roomKey, userKey } from '../storage/keys.ts';
import type { TableReader } from '../storage/table.ts';

/* Views of chats for their members. Anybody else gets NOT_FOUND. */

type ChatView = Output<typeof viewChat>['data'][number];
type MessageView = Output<typeof viewChatMessages>['data'][number];
type NewMessages = Output<typeof viewChatMessagesSince>;
type Participant = Output<typeof viewChatParticipants>['data'][number];
/** How long the name and portrait stored with a message are shown without reading the writer's account. */
const STORED_PROFILE_TIME = 10 * SECOND;
type Paging = { readonly skip?: number | undefined; readonly cursor?: string | undefined };

/** The other person of a direct chat, whether the two are contacts, and whether the caller blocked them. */
type OtherMember = {
  readonly user: User | undefined;
  readonly isContact: boolean;
  readonly isBlocked: boolean;
};

/** Reads the state of a chat for one of its members. One read. */
export async function roomFor(table: TableReader, chatId: string, userId: string): Promise<Room> {
  const room = await roomOf(table, chatId);
  if (!room || !isMember(room, userId)) throw new Refusal('NOT_FOUND');
  return room;
}

/**
 * Reads the state of a chat and its typing members. An eventually consistent read may miss a new member, so it is repeated
 * consistently.
 */
export async function stateFor(
  table: TableReader,
  chatId: string,
  userId: string,
): Promise<ChatState> {
  for (const consistency of ['eventual', undefined] as const) {
    const state = await stateOf(table, chatId, consistency);
    if (state && isMember(state.room, userId)) return state;
  }
  throw new Refusal('NOT_FOUND');
}

export function chatView(room: Room, userId: string, other: OtherMember | undefined): ChatView {
  const publicUser = other?.user && publicUserOf(other.user);
  return {
    id: room.id,
    name: room.direct ? (publicUser?.fullName ?? '') : room.name,
    description: room.preview,
    avatar: (room.direct ? publicUser?.avatarUrl : room.photoUrl) ?? null,
    unread: unreadOf(room, userId),
    dateTimeModified: room.newestAt,
    direct: room.direct,
    userId: otherOf(room, userId) ?? null,
    deleted: room.direct && !other?.isContact,
    blocked: other?.isBlocked === true,
    memberCount: Object.keys(room.members).length,
    ownerId: ownerOf(room) ?? null,
    muted: room.muted?.has(userId) === true,
    ...(other && { cannotOpen: opensChats(other.user) ? 0 : 1 }),
  };
}

/** Whether somebody can open chats now: their plan has them, and their account is there and not blocked. */
const opensChats = (user: User | undefined): boolean =>
  user !== undefined && user.blockedAt === undefined && isPaid(user.licenseId);

/** Returns the view of a chat for one of its members. */
export async function chatFor(
  table: TableReader,
  chatId: string,
  userId: string,
  now: Instant,
): Promise<ChatView> {
  const room = await roomFor(table, chatId, userId);
  const otherId = otherOf(room, userId);
  if (!otherId) {
    const others = Object.keys(room.members).filter((id) => id !== userId);
    const users = others.length > 0 ? await usersById(table, others, now, 'eventual') : [];
    const cannotOpen = users.filter((user) => !opensChats(user)).length;
    return { ...chatView(room, userId, undefined), cannotOpen };
  }
  const beside = [userKey(otherId), contactKey(userId, otherId)];
  const [user, relation] = await table.getMany<unknown>(beside, 'eventual');
  return chatView(room, userId, otherMemberFrom(user, relation, now));
}

/** Combines the account of the other person and the caller's contact relation with them. */
export function otherMemberFrom(user: unknown, relation: unknown, now: Instant): OtherMember {
  const status = relationStatusOf(relation as ContactRelation | undefined, now);
  return {
    user: ifNotExpired(user as User | undefined, now),
    isContact: status === 'CONTACT',
    isBlocked: status === 'BLOCKED',
  };
}

/**
 * Returns a page of a user's chats, the most recently active first. The rows are read from the chats, so a list position
 * that lags is corrected within the page.
 */
export async function chatsPage(
  table: TableReader,
  userId: string,
  { skip = 0, cursor }: Paging,
  now: Instant,
) {
  const page = await membershipsOf(table, userId, { skip, cursor, limit: PAGE_SIZE });
  if (!page) throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const { memberships, total: pageTotal } = page;
  const keys = memberships.flatMap(({ chatId, otherId }) => [
    roomKey(chatId),
    ...(otherId ? [userKey(otherId), contactKey(userId, otherId)] : []),
  ]);
  const found = keys.length > 0 ? await table.getMany<unknown>(keys, 'eventual') : [];
  const rows = memberships.flatMap(({ otherId }) => {
    const room = found.shift() as Room | undefined;
    const other = otherId ? otherMemberFrom(found.shift(), found.shift(), now) : undefined;
    return room && isMember(room, userId) ? [chatView(room, userId, other)] : [];
  });
  rows.sort((one, another) => another.dateTimeModified - one.dateTimeModified);
  return { pageTotal, data: rows, ...(page.cursor && { cursor: page.cursor }) };
}

/** Returns the members of a chat, sorted by full name. */
export async function participantsOf(
  table: TableReader,
  chatId: string,
  userId: string,
  now: Instant,
): Promise<Participant[]> {
  const { members } = await roomFor(table, chatId, userId);
  const users = await usersById(table, Object.keys(members), now, 'eventual');
  return users
    .filter((user) => user !== undefined)
    .map(publicUserOf)
    .map(({ avatarUrl, ...publicUser }) => ({ ...publicUser, profileImageUrl: avatarUrl }))
    .sort((one, other) => one.fullName.localeCompare(other.fullName, 'en'));
}

/**
 * Returns the view of a message. `writer`: the writer's current name and portrait; by default those stored with the
 * message.
 */
export function messageView(
  message: ChatMessage,
  room: Room,
  writer: Pick<PublicUser, 'fullName' | 'avatarUrl'> = message,
): MessageView {
  const readUserIds = readersOf(room, message);
  return {
    id: chatMessageId(message),
    number: message.number,
    userId: message.userId,
    userName: writer.fullName,
    content: message.content,
    userAvatar: writer.avatarUrl,
    dateTimeSent: message.sentAt,
    readReceipt: readUserIds.length > 0,
    readUserIds,
    ...(message.editedAt && { edited: true as const }),
    ...(message.deletedAt && { deleted: true as const }),
    ...(message.picture && { picture: message.picture }),
    ...reactionsView(message),
    ...announcementView(message),
  };
}

const announcementView = ({ announcement }: ChatMessage) =>
  announcement ? { announcement: { ...announcement, people: [...announcement.people] } } : {};

/** The users who reacted, grouped by reaction in the order of REACTIONS; no field if nobody reacted. */
function reactionsView({ reactions = {} }: ChatMessage) {
  const found = REACTIONS.flatMap((reaction) => {
    const userIds = Object.keys(reactions).filter((userId) => reactions[userId] === reaction);
    return userIds.length > 0 ? [{ reaction, userIds }] : [];
  });
  return found.length > 0 ? { reactions: found } : {};
}

/** The public id of a message: its chat and its number. */
export const chatMessageId = ({ chatId, number }: ChatMessage) => `${chatId}-${number}`;

/** Parses the public id of a message. Refuses a malformed one with NOT_FOUND. */
export function readChatMessageId(id: string): { chatId: string; number: number } {
  const [, chatId, number] = /^([0-9A-HJKMNP-TV-Z]{26})-([1-9]\d{0,11})$/.exec(id) ?? [];
  if (!chatId) throw new Refusal('NOT_FOUND');
  return { chatId, number: Number(number) };
}

/** Returns how far each member has read, and one other member who is typing. */
function stateView({ room, typists }: ChatState, userId: string, now: Instant) {
  // A map of the table has no order: sorted, two answers about the same state are the same.
  const members = Object.entries(room.members).sort(([one], [other]) => (one < other ? -1 : 1));
  const reads = members.map(([id, upTo]) => ({
    userId: id,
    upTo: id === userId ? upTo : receiptOf(room, id),
  }));
  return { reads, ...typingView({ room, typists }, userId, now) };
}

export function typingView({ room, typists }: ChatState, userId: string, now: Instant) {
  const [typist] = typistsAt(room, typists, now).filter((one) => one.userId !== userId);
  return {
    typingUserId: typist?.userId ?? null,
    typingAvatarUrl: typist?.avatarUrl ?? null,
  };
}

/** Returns a page of the messages of a chat, newest first. */
export async function messagesPage(
  table: TableReader,
  { chatId, skip = 0, cursor, limit = PAGE_SIZE }: Input<typeof viewChatMessages>,
  userId: string,
  now: Instant,
) {
  const before = cursor === undefined ? undefined : readMessageCursor(cursor);
  const { state, messages, more } =
    before === undefined && skip === 0
      ? await newestFor(table, chatId, userId, limit)
      : await olderFor(table, chatId, userId, { before, skip, limit });
  const last = messages.at(-1);
  return {
    pageTotal: state.room.number,
    data: await messageViews(table, messages, state.room, now),
    sinceTime: upTo(messages, state.room),
    revision: revisionOf(state.room),
    ...stateView(state, userId, now),
    ...(more && last && { cursor: messageCursor(last) }),
  };
}

async function newestFor(table: TableReader, chatId: string, userId: string, limit: number) {
  const found = await newestOf(table, chatId, limit);
  if (!found || !isMember(found.room, userId)) throw new Refusal('NOT_FOUND');
  return { ...found, state: found };
}

async function olderFor(
  table: TableReader,
  chatId: string,
  userId: string,
  place: { readonly before: Instant | undefined; readonly skip: number; readonly limit: number },
) {
  const state = await stateFor(table, chatId, userId);
  // A `skip` past the end needs no query that counts through the whole chat.
  if (place.skip >= state.room.number && place.before === undefined)
    return { messages: [], more: false, state };
  const page = await messagesBefore(table, chatId, place);
  return { ...page, state };
}

/** Returns the time up to which a page has all messages since its oldest one. `messages`: newest first. */
function upTo(messages: readonly ChatMessage[], { createdAt }: Room): Instant {
  const [...ascending] = messages;
  ascending.reverse();
  const [oldest] = ascending;
  return oldest
    ? (contiguousSince(oldest.previousAt, ascending).at(-1) ?? oldest).sentAt
    : createdAt;
}

/** The cursor of the page that follows a message in a list, newest first: the time of the message. */
export const messageCursor = ({ sentAt }: ChatMessage): string =>
  Buffer.from(toIso(sentAt)).toString('base64url');

/** Parses the time in a cursor of messages. Refuses any other cursor with INVALID_INPUT. */
export function readMessageCursor(cursor: string): Instant {
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(place) || Number.isNaN(Date.parse(place)))
    throw invalidInput({ cursor: 'This cursor isn’t valid' });
  return fromIso(place);
}

/** Returns the views of messages with the current names and portraits of their writers. */
export async function messageViews(
  table: TableReader,
  messages: readonly ChatMessage[],
  room: Room,
  now: Instant,
): Promise<MessageView[]> {
  const publicUsers = await publicUsersOf(table, messages, now);
  return messages.map((message) => messageView(message, room, publicUsers.get(message.userId)));
}

/** Reads the current names and portraits of the writers of some messages. */
async function publicUsersOf(
  table: TableReader,
  messages: readonly ChatMessage[],
  now: Instant,
): Promise<ReadonlyMap<string, PublicUser>> {
  const ids = [...new Set(messages.map(({ userId }) => userId))];
  if (ids.length === 0) return new Map();
  const users = await usersById(table, ids, now, 'eventual');
  return new Map(users.flatMap((user) => (user ? [[user.id, publicUserOf(user)] as const] : [])));
}

/**
 * Returns the messages of a chat since `sinceTime`, oldest first. For a client that polls, this is a single query, because
 * messages are stored with their writer's name and portrait. The writers of messages older than STORED_PROFILE_TIME are read,
 * because they may have changed their name or portrait, or operators may have blocked them.
 */
export async function newMessagesFor(
  table: TableReader,
  { chatId, sinceTime, sinceRevision }: Input<typeof viewChatMessagesSince>,
  userId: string,
  now: Instant,
): Promise<NewMessages> {
  const found = await messagesSince(table, chatId, sinceTime);
  const isIn = found !== undefined && isMember(found.room, userId);
  const state = isIn ? found : await stateFor(table, chatId, userId);
  const { messages, more } = isIn ? found : { messages: [], more: false };
  const old = messages.filter(({ sentAt }) => later(sentAt, STORED_PROFILE_TIME) <= now);
  const publicUsers = await publicUsersOf(table, old, now);
  return {
    data: messages.map((message) =>
      messageView(message, state.room, publicUsers.get(message.userId)),
    ),
    sinceTime: messages.at(-1)?.sentAt ?? sinceTime,
    more,
    ...(await changesView(table, state.room, sinceRevision, now)),
    ...stateView(state, userId, now),
  };
}

/** The messages that changed after a revision. No revision counts as the current one: nothing has changed since. */
async function changesView(
  table: TableReader,
  room: Room,
  sinceRevision = revisionOf(room),
  now: Instant,
) {
  const times = changedSince(room, sinceRevision);
  const messages = await messagesAt(table, room.id, times ?? []);
  const publicUsers = await publicUsersOf(table, messages, now);
  return {
    revision: revisionOf(room),
    changed: messages.map((one) => messageView(one, room, publicUsers.get(one.userId))),
    changesLost: times === undefined,
  };
}
