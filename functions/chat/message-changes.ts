import * as z from 'zod/mini';
import { chatMessage } from '#shared/api/chat-entities.ts';
import { Refusal } from '#shared/refusals.ts';
import {
  chatMessageText,
  isMember,
  NOT_CONTACTS_ANY_MORE,
  otherOf,
  type Room,
} from '#shared/rules/chat/chats.ts';
import {
  ANNOUNCEMENTS_STAY,
  changeRefusal,
  MESSAGE_DELETED,
  type Reaction,
  revisionOf,
} from '#shared/rules/chat/message-changes.ts';
import type { Instant } from '#shared/time.ts';
import type { Live } from '../gateways/live.ts';
import type { ChatPictures } from '../gateways/media.ts';
import { cleanCaption, cleanMessage } from '../html.ts';
import { publishText } from '../live/publish.ts';
import type { Logger } from '../log.ts';
import { publicUserOf, type User, usersById } from '../storage/accounts/users.ts';
import type { ChatMessage } from '../storage/chat/chat-messages.ts';
import {
  deleteMessage,
  editMessage,
  messageInRoom,
  setReaction,
} from '../storage/chat/message-changes.ts';
import { relationOf, stateOf } from '../storage/contacts/contacts.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';
import { messageView, readChatMessageId } from './chat-views.ts';
import { withPictureAddresses } from './picture-addresses.ts';
import { removeAtOnce } from './unused-files.ts';

/* Editing, deleting and reacting to messages. docs/product/chat.md#changes */

type ChangeContext = {
  readonly table: TableWriter;
  readonly live: Live;
  readonly now: Instant;
  readonly log: Logger;
};
type MessageInput = { readonly chatMessageId: string; readonly dateTimeSent: Instant };
type Found = { readonly room: Room; readonly message: ChatMessage };

/** An attempt fails only if another change of the chat was stored first. */
const ATTEMPTS = 20;

/**
 * Replaces the text of the caller's own message, or the caption of a picture. The same text again changes nothing. Refuses with
 * FORBIDDEN in a chat of two people who are no longer contacts: an edit would still reach somebody who blocked the writer.
 */
export function editOwn(
  context: ChangeContext,
  userId: string,
  input: MessageInput & { readonly messageText: string },
) {
  return changeMessage(context, userId, input, async ({ room, message }) => {
    const content = message.picture
      ? cleanCaption(input.messageText)
      : cleanMessage(input.messageText, chatMessageText, 'messageText');
    if (message.content === content) return 'UNCHANGED';
    refuseChange(message, userId, context.now);
    await refuseEnded(context.table, room, userId, context.now);
    return editMessage(context.table, room, message, content, context.now);
  });
}

/** Empties the caller's own message, and removes its picture. Deleting it again changes nothing. */
export async function deleteOwn(
  { chatPictures, ...context }: ChangeContext & { readonly chatPictures: ChatPictures },
  userId: string,
  input: MessageInput,
) {
  let pictureUrl: string | undefined;
  const view = await changeMessage(context, userId, input, ({ room, message }) => {
    pictureUrl = message.picture?.url;
    if (message.deletedAt !== undefined && message.userId === userId) return 'UNCHANGED';
    refuseChange(message, userId, context.now);
    return deleteMessage(context.table, room, message, context.now);
  });
  const { chatId } = readChatMessageId(input.chatMessageId);
  if (pictureUrl) await removeAtOnce({ chatPictures, log: context.log }, chatId, pictureUrl);
  return view;
}

/** Sets or removes the caller's reaction. */
export function react(
  context: ChangeContext,
  userId: string,
  input: MessageInput & { readonly reaction?: Reaction | undefined },
) {
  return changeMessage(context, userId, input, async ({ room, message }) => {
    if (message.announcement) throw new Refusal('FORBIDDEN', { message: ANNOUNCEMENTS_STAY });
    if (message.reactions?.[userId] === input.reaction) return 'UNCHANGED';
    if (message.deletedAt !== undefined)
      throw new Refusal('WRONG_STATUS', { message: MESSAGE_DELETED });
    await refuseEnded(context.table, room, userId, context.now);
    return setReaction(context.table, room, message, userId, input.reaction);
  });
}

function refuseChange(message: ChatMessage, userId: string, now: Instant): void {
  const refusal = changeRefusal(message, userId, now);
  if (refusal) throw new Refusal('FORBIDDEN', { message: refusal });
}

/** Refuses with FORBIDDEN if the two people of a direct chat are no longer contacts. */
export async function refuseEnded(
  table: TableReader,
  room: Room,
  userId: string,
  now: Instant,
): Promise<void> {
  const otherId = otherOf(room, userId);
  if (!otherId) return;
  const relation = await relationOf(table, userId, otherId);
  if (stateOf(relation, now) !== 'CONTACT')
    throw new Refusal('FORBIDDEN', { message: NOT_CONTACTS_ANY_MORE });
}

type Outcome = 'done' | 'UNCHANGED' | 'MOVED' | 'GONE';
type Change = (found: Found) => Outcome | Promise<Outcome>;

/**
 * Changes a message, notifies the other members, and returns its view. Refuses with NOT_FOUND if the caller is not a member or the
 * message does not exist.
 */
async function changeMessage(
  { table, live, now, log }: ChangeContext,
  userId: string,
  { chatMessageId, dateTimeSent }: MessageInput,
  change: Change,
) {
  const { chatId, number } = readChatMessageId(chatMessageId);
  const find = async (): Promise<Found> => {
    const { room, message } = await messageInRoom(table, chatId, dateTimeSent);
    if (!room || !isMember(room, userId) || message?.number !== number)
      throw new Refusal('NOT_FOUND');
    return { room, message };
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const found = await find();
    const outcome = await change(found);
    if (outcome === 'done' || outcome === 'UNCHANGED') {
      const { room, message } = await find();
      const users = await usersOf(table, room, message, now);
      const writer = users.find(({ id }) => id === message.userId);
      const view = messageView(message, room, writer && publicUserOf(writer));
      if (outcome === 'done')
        await publishText({ live, now, log }, membersAmong(users, room), async ({ id }) => {
          const views = await withPictureAddresses([view], id, now);
          return {
            kind: 'chatMessageChanged',
            chatId,
            // Not the current revision: that may include later changes, which are not in this hint.
            revision: revisionOf(found.room) + 1,
            message: z.encode(chatMessage, views[0] ?? view),
          };
        });
      return view;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
  }
  throw new Refusal('UNAVAILABLE');
}

/** The members of a chat, and the writer of a message, who may have left. */
async function usersOf(
  table: TableWriter,
  { members }: Room,
  { userId }: ChatMessage,
  now: Instant,
): Promise<readonly User[]> {
  const ids = new Set([userId, ...Object.keys(members)]);
  const users = await usersById(table, [...ids], now, 'eventual');
  return users.filter((user) => user !== undefined);
}

const membersAmong = (users: readonly User[], room: Room) =>
  users.filter(({ id }) => isMember(room, id));
