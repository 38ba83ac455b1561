import * as z from 'zod/mini';
import { id, idList } from '../ids.ts';
import { chatName } from '../rules/chat/chats.ts';
import { avatarImage } from '../rules/profiles/pictures.ts';
import { chat } from './chat-entities.ts';
import { HOUR, nothing, one, operation, PICTURES_BODY } from './operation.ts';

/* Creating, changing and leaving groups, which are chats too: `chat.ts` has what all chats have. docs/product/chat.md#groups */

const ofGroup = z.object({ chatId: id() });

/** The group, and the people who could not be added to it. */
const withNotAdded = z.extend(one(chat), { notAdded: z.array(z.string()) });

/** A repeated `idempotency-key` returns the group of the first call. */
export const createGroupChat = operation({
  name: 'createGroupChat',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'events.append'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  impact: 'People cannot create a group.',
  input: z.object({ participantUserIds: idList('Select Members'), name: chatName }),
  output: withNotAdded,
});

/**
 * Takes the caller out of a group. The owner may name the next one in `nextOwnerUserId`; otherwise it is the member whose
 * account is the oldest.
 */
export const leaveChat = operation({
  name: 'leaveChat',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.read', 'chats.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'People cannot leave a group.',
  input: z.extend(ofGroup, { nextOwnerUserId: z.optional(id()) }),
  output: nothing,
});

/** Adds contacts of the owner to a group. Those who are members already stay as they are. */
export const addChatMembers = operation({
  name: 'addChatMembers',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR }],
  impact: 'Owners cannot add people to a group.',
  input: z.extend(ofGroup, { participantUserIds: idList('Select Members') }),
  output: withNotAdded,
});

/** Takes a member out of a group of the caller. Removing somebody who is no member changes nothing. */
export const removeChatMember = operation({
  name: 'removeChatMember',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'Owners cannot remove people from a group.',
  input: z.extend(ofGroup, { userId: id() }),
  output: one(chat),
});

/** Gives a group of the caller another name. */
export const renameChat = operation({
  name: 'renameChat',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  impact: 'Owners cannot rename a group.',
  input: z.extend(ofGroup, { name: chatName }),
  output: one(chat),
});

/** Sets the photo of a group of the caller. A repeated `idempotency-key` announces it once. */
export const updateChatPhoto = operation({
  name: 'updateChatPhoto',
  method: 'POST',
  who: 'member',
  uses: ['accounts.read', 'chats.write', 'events.append', 'chatPictures'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 30, within: HOUR }],
  maxBodyBytes: PICTURES_BODY,
  impact: 'Owners cannot change the picture of a group.',
  input: z.extend(ofGroup, { base64Image: avatarImage }),
  output: one(chat),
});
