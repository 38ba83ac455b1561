import * as z from 'zod';
import { id, idList } from '../ids.ts';
import { chatMessageText, chatName } from '../rules/chat/chats.ts';
import { moment } from '../wire.ts';
import { chat, chatMessage, chatParticipant } from './entities.ts';
import { all, HOUR, LETTER_BODY, MINUTE, nothing, one, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/* Chats of two people and of groups. docs/product/chat.md */

/** Somebody else who is writing at this moment, and their portrait; null where nobody is, or has none. */
const typing = { typingUserId: z.string().nullable(), typingAvatarUrl: z.string().nullable() };
/** How far everybody in the chat has read: the number of the newest message, 0 for none. */
const reads = z.array(z.object({ userId: z.string(), upTo: z.int() }));
/**
 * The moment up to which the answer leaves nothing out, to be given back when asking for what came since. Two messages
 * of a chat never have the same one.
 */
const sinceTime = moment;
const ofChat = z.object({ chatId: id() });

export const createDirectChat = operation({
  name: 'createDirectChat',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'People cannot open a chat with a contact.',
  input: z.object({ participantUserId: id(), name: chatName.optional() }),
  output: one(chat),
});

/** An `idempotency-key` that comes again gives the group of its first time. */
export const createGroupChat = operation({
  name: 'createGroupChat',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  impact: 'People cannot make a group.',
  input: z.object({ participantUserIds: idList('Select Members'), name: chatName }),
  output: one(chat),
});

export const leaveChat = operation({
  name: 'leaveChat',
  method: 'POST',
  who: 'verified',
  uses: ['chats.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'People cannot leave a group.',
  input: ofChat,
  output: nothing,
});

export const viewChat = operation({
  name: 'viewChat',
  method: 'GET',
  who: 'member',
  uses: ['accounts.read', 'chats.read'],
  impact: 'Chats do not open.',
  input: z.object({ id: id() }),
  output: one(chat),
});

export const viewChatParticipants = operation({
  name: 'viewChatParticipants',
  method: 'GET',
  who: 'member',
  uses: ['accounts.read', 'chats.read'],
  impact: 'A group does not show who is in it.',
  input: ofChat,
  output: all(chatParticipant),
});

export const viewChatList = operation({
  name: 'viewChatList',
  method: 'GET',
  who: 'member',
  uses: ['accounts.read', 'chats.read'],
  impact: 'People cannot see their chats.',
  input: z.object(paging),
  output: page(chat),
});

/** An `idempotency-key` that comes again gives the message of its first time. */
export const createChatMessage = operation({
  name: 'createChatMessage',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'events.append'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 60, within: MINUTE }],
  maxBodyBytes: LETTER_BODY,
  impact: 'Chat messages are not sent; they stay in the browser, to be tried again.',
  input: ofChat.extend({ messageText: chatMessageText }),
  output: one(chatMessage),
});

export const viewChatMessages = operation({
  name: 'viewChatMessages',
  method: 'GET',
  who: 'member',
  uses: ['accounts.read', 'chats.read'],
  impact: 'Chats open without their messages.',
  input: ofChat.extend(paging),
  output: page(chatMessage).extend({ sinceTime, reads, ...typing }),
});

/**
 * The web app polls this every few seconds while a chat is open.
 * `more`: there is more than one answer holds, to be asked for at once.
 */
export const viewChatMessagesSince = operation({
  name: 'viewChatMessagesSince',
  method: 'GET',
  who: 'member',
  uses: ['accounts.read', 'chats.read'],
  impact: 'New chat messages do not appear until the chat is opened again.',
  input: ofChat.extend({ sinceTime }),
  output: all(chatMessage).extend({ sinceTime, more: z.boolean(), reads, ...typing }),
});

export const markChatAsTyping = operation({
  name: 'markChatAsTyping',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.read', 'chats.mark'],
  impact: 'Others do not see that somebody is writing.',
  input: ofChat,
  output: z.object(typing),
});

export const removeChatAsTyping = operation({
  name: 'removeChatAsTyping',
  method: 'POST',
  who: 'member',
  uses: ['chats.read', 'chats.mark'],
  idempotent: 'byNature',
  impact: 'Somebody seems to be writing for some seconds more.',
  input: ofChat,
  output: z.object(typing),
});

export const createChatRead = operation({
  name: 'createChatRead',
  method: 'POST',
  who: 'member',
  uses: ['chats.read', 'chats.mark'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 300, within: 5 * MINUTE }],
  impact: 'Chats that were read go on counting as unread.',
  input: z.object({ chatMessageId: z.string().min(1).max(100) }),
  output: nothing,
});
