import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { chatName } from '../rules/chat/chats.ts';
import { yesOrNo } from '../wire.ts';
import { chat, chatParticipant } from './chat-entities.ts';
import { all, HOUR, nothing, one, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/* Chats of two people and of groups; `groups.ts` has what only groups have. docs/product/chat.md */

const ofChat = z.object({ chatId: id() });

export const createDirectChat = operation({
  name: 'createDirectChat',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'People cannot open a chat with a contact.',
  input: z.object({ participantUserId: id(), name: z.optional(chatName) }),
  output: one(chat),
});

/** Turns the caller's push notifications about the messages of a chat off or on. */
export const muteChat = operation({
  name: 'muteChat',
  method: 'POST',
  who: 'member',
  uses: ['chats.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'People cannot turn off notifications of a chat.',
  input: z.extend(ofChat, { muted: yesOrNo() }),
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
  impact: 'A group does not show its members.',
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

/**
 * Counts what waits in the caller's chats, for somebody whose plan has none: the messages that they have not read, in at most the
 * fifty most recently active chats. It says nothing of who wrote and what.
 */
export const viewMissedMessages = operation({
  name: 'viewMissedMessages',
  method: 'GET',
  who: 'verified',
  uses: ['chats.read'],
  impact: 'People whose plan has ended do not see that someone wrote to them.',
  input: nothing,
  output: one(
    z.object({
      messages: z.int(),
      chats: z.int(),
      /** Whether there may be more in older chats. */
      more: z.boolean(),
    }),
  ),
});
