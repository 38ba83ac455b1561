import * as z from 'zod/mini';
import { id } from '../ids.ts';
import {
  chatCaption,
  chatMessageText,
  chatSearchText,
  MESSAGE_PAGE_MAX,
} from '../rules/chat/chats.ts';
import { REACTIONS } from '../rules/chat/message-changes.ts';
import { avatarImage } from '../rules/profiles/pictures.ts';
import { moment, wholeNumber } from '../wire.ts';
import { chatMessage } from './chat-entities.ts';
import {
  all,
  HOUR,
  LETTER_BODY,
  MINUTE,
  nothing,
  one,
  operation,
  PICTURES_BODY,
  page,
} from './operation.ts';
import { paging } from './paging.ts';

/* The messages of chats, who is typing, and how far each member has read. docs/product/chat.md#messages */

/** Another member who is typing, and their portrait; null if nobody is, or if they have none. */
const typing = { typingUserId: z.nullable(z.string()), typingAvatarUrl: z.nullable(z.string()) };
/** How far each member has read: the number of the newest message read, 0 for none. */
const reads = z.array(z.object({ userId: z.string(), upTo: z.int() }));
/**
 * The time up to which the response is complete; clients send it with the next poll. Every message of a chat has a unique
 * time.
 */
const sinceTime = moment;
const ofChat = z.object({ chatId: id() });
/** The number of changes of messages so far: edited, deleted, and reactions. */
const revision = z.int();
/** How many messages a page has. */
const messageLimit = wholeNumber('limit must be a whole number').check(
  z.refine((count) => count >= 1 && count <= MESSAGE_PAGE_MAX, 'limit must be from 1 to 100'),
);
/** A message by its id and its time, by which it is stored. */
const ofMessage = z.object({
  chatMessageId: z.string().check(z.minLength(1), z.maxLength(100)),
  dateTimeSent: moment,
});

/** A repeated `idempotency-key` returns the message of the first call. */
export const createChatMessage = operation({
  name: 'createChatMessage',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'events.append'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 60, within: MINUTE }],
  maxBodyBytes: LETTER_BODY,
  impact: 'Chat messages are not sent; they stay in the browser for another try.',
  input: z.extend(ofChat, { messageText: chatMessageText }),
  output: one(chatMessage),
});

/** Sends a picture, with a text below it or none. A repeated `idempotency-key` returns the message of the first call. */
export const createChatPicture = operation({
  name: 'createChatPicture',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'events.append', 'chatPictures', 'hashKey'],
  idempotent: 'byKey',
  limits: [
    { per: 'caller', max: 10, within: MINUTE },
    { per: 'caller', max: 100, within: HOUR },
  ],
  maxBodyBytes: PICTURES_BODY,
  impact: 'Pictures are not sent in chats; text still is.',
  input: z.extend(ofChat, { base64Image: avatarImage, messageText: z._default(chatCaption, '') }),
  output: one(chatMessage),
});

/** The new text of one's own message, or caption of one's own picture, within 15 minutes. Repeating it changes nothing. */
export const editChatMessage = operation({
  name: 'editChatMessage',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'live', 'hashKey'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: MINUTE }],
  maxBodyBytes: LETTER_BODY,
  impact: 'Chat messages cannot be edited.',
  /** Only the caption of a picture may be empty. */
  input: z.extend(ofMessage, { messageText: chatCaption }),
  output: one(chatMessage),
});

/** Deletes one's own message and its picture, within 15 minutes. Repeating it deletes a picture that is still stored. */
export const deleteChatMessage = operation({
  name: 'deleteChatMessage',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'live', 'chatPictures', 'hashKey'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: MINUTE }],
  impact: 'Chat messages cannot be deleted.',
  input: ofMessage,
  output: one(chatMessage),
});

/** Sets the caller's reaction to a message, or removes it without `reaction`. */
export const reactToChatMessage = operation({
  name: 'reactToChatMessage',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'live', 'hashKey'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: MINUTE }],
  impact: 'People cannot react to chat messages.',
  input: z.extend(ofMessage, {
    reaction: z.optional(z.enum(REACTIONS, 'Please choose a reaction')),
  }),
  output: one(chatMessage),
});

/**
 * Returns messages, newest first. `limit`: 20 by default; the web app asks for more when it jumps to an old message. A response
 * may have fewer if they are long: only without a `cursor` are there no older ones.
 */
export const viewChatMessages = operation({
  name: 'viewChatMessages',
  method: 'GET',
  who: 'member',
  uses: ['accounts.read', 'chats.read', 'hashKey'],
  impact: 'Chats open without their messages.',
  input: z.extend(ofChat, { ...paging, limit: z.optional(messageLimit) }),
  output: z.extend(page(chatMessage), { sinceTime, revision, reads, ...typing }),
});

/**
 * Returns the messages since a time. The web app polls it every few seconds while a chat is open. `more`: there are more
 * messages than one response holds; the client asks again at once. `changed`: the messages that were changed after
 * `sinceRevision`. `changesLost`: there were too many changes; the client loads the messages again.
 */
export const viewChatMessagesSince = operation({
  name: 'viewChatMessagesSince',
  method: 'GET',
  who: 'member',
  uses: ['accounts.read', 'chats.read', 'hashKey'],
  impact: 'New chat messages do not appear until the chat is opened again.',
  input: z.extend(ofChat, {
    sinceTime,
    sinceRevision: z.optional(wholeNumber('sinceRevision must be a whole number')),
  }),
  output: z.extend(all(chatMessage), {
    sinceTime,
    more: z.boolean(),
    revision,
    changed: z.array(chatMessage),
    changesLost: z.boolean(),
    reads,
    ...typing,
  }),
});

/**
 * Searches the messages of a chat, the newest first. One call reads at most a megabyte of the chat; a `cursor` in the response
 * says that older messages are not searched yet, even if `data` is empty.
 */
export const searchChatMessages = operation({
  name: 'searchChatMessages',
  method: 'GET',
  who: 'member',
  uses: ['accounts.read', 'chats.read', 'hashKey'],
  limits: [{ per: 'caller', max: 60, within: MINUTE, inMemory: true }],
  impact: 'People cannot search in a chat.',
  input: z.extend(ofChat, { searchText: chatSearchText, cursor: paging.cursor }),
  output: z.extend(all(chatMessage), { cursor: z.optional(z.string()) }),
});

export const markChatAsTyping = operation({
  name: 'markChatAsTyping',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.read', 'chats.mark', 'live'],
  impact: 'People do not see that someone is typing.',
  input: ofChat,
  output: z.object(typing),
});

export const removeChatAsTyping = operation({
  name: 'removeChatAsTyping',
  method: 'POST',
  who: 'member',
  uses: ['chats.read', 'chats.mark', 'live'],
  idempotent: 'byNature',
  impact: 'People see someone typing for some seconds too long.',
  input: ofChat,
  output: z.object(typing),
});

export const createChatRead = operation({
  name: 'createChatRead',
  method: 'POST',
  who: 'member',
  uses: ['chats.read', 'chats.mark', 'live'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 300, within: 5 * MINUTE, inMemory: true }],
  impact: 'Chats that people have read stay marked as unread.',
  input: z.object({ chatMessageId: z.string().check(z.minLength(1), z.maxLength(100)) }),
  output: nothing,
});
