import * as z from 'zod';
import { id, idList } from '../ids.ts';
import { chatMessageText, chatName } from '../rules/chats.ts';
import { moment } from '../wire.ts';
import { all, HOUR, MINUTE, nothing, one, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/* Chats of two people and of groups. Spec part 2, sections 2, 3, 4 and 7. */

export const chat = z.object({
  id: z.string(),
  /** Of a group, the name it was given; of two people, the other's. */
  name: z.string(),
  /** The beginning of the newest message, in plain text; empty where nothing was written. */
  description: z.string(),
  /** Of two people, the other's portrait. */
  avatar: z.string().nullable(),
  /** How many messages the viewer has not read. */
  unread: z.int(),
  dateTimeModified: moment,
  direct: z.boolean(),
  /** Of two people, the other's id. */
  userId: z.string().nullable(),
  /** Nothing more can be written: of two people, the contact was ended; of a group, the viewer left it. */
  deleted: z.boolean(),
});

export const chatMessage = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** HTML. */
  content: z.string(),
  userAvatar: z.string().nullable(),
  dateTimeSent: moment,
  /** Somebody else has read it. */
  readReceipt: z.boolean(),
  /** Who has, the writer left out. */
  readUserIds: z.array(z.string()),
});

export const chatParticipant = z.object({
  id: z.string(),
  fullName: z.string(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
});

/** The portrait of somebody else who is writing at this moment; null where nobody is. */
const typingAvatarUrl = z.string().nullable();
/**
 * The moment of the newest message, to be given back when asking for what came since. Two messages of a chat never have
 * the same one.
 */
const sinceTime = moment;
const ofChat = z.object({ chatId: id() });

export const createDirectChat = operation({
  name: 'createDirectChat',
  method: 'POST',
  who: 'member',
  uses: ['table.write'],
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'People cannot open a chat with a contact.',
  input: z.object({ participantUserId: id(), name: chatName.optional() }),
  output: one(chat),
});

export const createGroupChat = operation({
  name: 'createGroupChat',
  method: 'POST',
  who: 'member',
  uses: ['table.write'],
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  impact: 'People cannot make a group.',
  input: z.object({ participantUserIds: idList('Select Members'), name: chatName }),
  output: one(chat),
});

export const leaveChat = operation({
  name: 'leaveChat',
  method: 'POST',
  who: 'verified',
  uses: ['table.write'],
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'People cannot leave a group.',
  input: ofChat,
  output: nothing,
});

export const viewChat = operation({
  name: 'viewChat',
  method: 'GET',
  who: 'member',
  uses: ['table.read'],
  impact: 'Chats do not open.',
  input: z.object({ id: id() }),
  output: one(chat),
});

export const viewChatParticipants = operation({
  name: 'viewChatParticipants',
  method: 'GET',
  who: 'member',
  uses: ['table.read'],
  impact: 'A group does not show who is in it.',
  input: ofChat,
  output: all(chatParticipant),
});

export const viewChatList = operation({
  name: 'viewChatList',
  method: 'GET',
  who: 'member',
  uses: ['table.read'],
  impact: 'People cannot see their chats.',
  input: z.object(paging),
  output: page(chat),
});

/** An `idempotency-key` that comes again gives the message of its first time. */
export const createChatMessage = operation({
  name: 'createChatMessage',
  method: 'POST',
  who: 'member',
  uses: ['table.write'],
  limits: [{ per: 'caller', max: 60, within: MINUTE }],
  impact: 'Chat messages are not sent; they stay in the browser, to be tried again.',
  input: ofChat.extend({ messageText: chatMessageText }),
  output: one(chatMessage),
});

export const viewChatMessages = operation({
  name: 'viewChatMessages',
  method: 'GET',
  who: 'member',
  uses: ['table.read'],
  impact: 'Chats open without their messages.',
  input: ofChat.extend(paging),
  output: page(chatMessage).extend({ sinceTime, typingAvatarUrl }),
});

/** Asked every few seconds by everybody who has a chat open: no limit, since counting would cost more than answering. */
export const viewChatMessagesSince = operation({
  name: 'viewChatMessagesSince',
  method: 'GET',
  who: 'member',
  uses: ['table.read'],
  impact: 'New chat messages do not appear until the chat is opened again.',
  input: ofChat.extend({ sinceTime }),
  output: all(chatMessage).extend({ sinceTime, typingAvatarUrl }),
});

export const markChatAsTyping = operation({
  name: 'markChatAsTyping',
  method: 'POST',
  who: 'member',
  uses: ['table.write'],
  impact: 'Others do not see that somebody is writing.',
  input: ofChat,
  output: z.object({ typingAvatarUrl }),
});

export const removeChatAsTyping = operation({
  name: 'removeChatAsTyping',
  method: 'POST',
  who: 'member',
  uses: ['table.write'],
  impact: 'Somebody seems to be writing for some seconds more.',
  input: ofChat,
  output: z.object({ typingAvatarUrl }),
});

export const createChatRead = operation({
  name: 'createChatRead',
  method: 'POST',
  who: 'member',
  uses: ['table.write'],
  limits: [{ per: 'caller', max: 300, within: 5 * MINUTE }],
  impact: 'Chats that were read go on counting as unread.',
  input: z.object({ chatMessageId: z.string().min(1).max(100) }),
  output: nothing,
});
