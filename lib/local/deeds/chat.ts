import type { Caller, CallOptions, Fields } from './calls.ts';
import type { Ref } from './things.ts';

/* Chats between contacts: direct ones, groups, and what is said in them. */

/** A chat message, as the operations that change it identify it. */
export type SentMessage = Ref & { readonly dateTimeSent: string };

const ofMessage = ({ id, dateTimeSent }: SentMessage) => ({ chatMessageId: id, dateTimeSent });
const idsOf = (people: readonly Ref[]) => people.map(({ id }) => id);

export const chatDeeds = (me: Caller) => ({
  /** Opens the chat with a contact, which exists at most once. */
  opensChat: (other: Ref, options?: CallOptions) =>
    me.makes('createDirectChat', { participantUserId: other.id, name: 'One-on-One' }, options),
  /** Creates a group, which the caller owns. */
  opensGroup: (others: readonly Ref[], name = 'Sunday walks', options?: CallOptions) =>
    me.makes('createGroupChat', { participantUserIds: idsOf(others), name }, options),
  /** Writes a chat message. */
  says: (chat: Ref, text = '<p>Hello</p>', options?: CallOptions) =>
    me.makes('createChatMessage', { chatId: chat.id, messageText: text }, options),
  /** Sends a picture, given as a data URL. */
  sendsPicture: (
    chat: Ref,
    picture: string,
    { caption, ...options }: CallOptions & { readonly caption?: string } = {},
  ) =>
    me.makes(
      'createChatPicture',
      { chatId: chat.id, base64Image: picture, messageText: caption },
      options,
    ),
  /** Replaces the text of a chat message. */
  edits: (sent: SentMessage, text: string, options?: CallOptions) =>
    me.makes('editChatMessage', { ...ofMessage(sent), messageText: text }, options),
  /** Deletes a chat message. */
  unsays: (sent: SentMessage, options?: CallOptions) =>
    me.makes('deleteChatMessage', ofMessage(sent), options),
  /** Reacts to a chat message. `reaction`: absent to remove the reaction. */
  reacts: (sent: SentMessage, reaction?: string, options?: CallOptions) =>
    me.makes('reactToChatMessage', { ...ofMessage(sent), reaction }, options),
  /** Marks the messages of a chat as read up to this one. */
  reads: (message: Ref, options?: CallOptions) =>
    me.does('createChatRead', { chatMessageId: message.id }, options),
  /** Shows the members that the caller is typing. */
  types: (chat: Ref, options?: CallOptions) =>
    me.does('markChatAsTyping', { chatId: chat.id }, options),
  stopsTyping: (chat: Ref, options?: CallOptions) =>
    me.does('removeChatAsTyping', { chatId: chat.id }, options),
  /** Mutes a chat for the caller. `muted`: false to hear from it again. */
  mutes: (chat: Ref, muted = true, options?: CallOptions) =>
    me.does('muteChat', { chatId: chat.id, muted }, options),
  /** Leaves a group. `next`: who owns it from then on, if its owner leaves and names one. */
  leaves: (chat: Ref, { next, ...options }: CallOptions & { readonly next?: Ref } = {}) =>
    me.does('leaveChat', { chatId: chat.id, nextOwnerUserId: next?.id }, options),
  /** Adds people to a group of the caller. */
  adds: (chat: Ref, people: readonly Ref[], options?: CallOptions) =>
    me.makes('addChatMembers', { chatId: chat.id, participantUserIds: idsOf(people) }, options),
  /** Removes somebody from a group of the caller. */
  removes: (chat: Ref, person: Ref, options?: CallOptions) =>
    me.makes('removeChatMember', { chatId: chat.id, userId: person.id }, options),
  /** Renames a group of the caller. */
  renames: (chat: Ref, name: string, options?: CallOptions) =>
    me.makes('renameChat', { chatId: chat.id, name }, options),
  /** Gives a group of the caller a photo, given as a data URL. */
  setsPhoto: (chat: Ref, picture: string, options?: CallOptions) =>
    me.makes('updateChatPhoto', { chatId: chat.id, base64Image: picture }, options),
  /** A chat, as the caller sees it. */
  chat: (chat: Ref, options?: CallOptions) => me.makes('viewChat', { id: chat.id }, options),
  /** The page of the caller's chats, the latest first. */
  chats: (input?: Fields, options?: CallOptions) => me.does('viewChatList', input, options),
  /** The members of a chat. */
  members: (chat: Ref, options?: CallOptions) =>
    me.does('viewChatParticipants', { chatId: chat.id }, options),
  /** A page of a chat's messages, the newest first. `place`: which page. */
  messages: (chat: Ref, place?: Fields, options?: CallOptions) =>
    me.does('viewChatMessages', { chatId: chat.id, ...place }, options),
  /** The messages of a chat that contain this text. */
  searches: (chat: Ref, searchText: string, place?: Fields, options?: CallOptions) =>
    me.does('searchChatMessages', { chatId: chat.id, searchText, ...place }, options),
  /** The changes of a chat since a moment, which an open screen asks for again and again. */
  polls: (chat: Ref, sinceTime: string, sinceRevision?: number, options?: CallOptions) =>
    me.does('viewChatMessagesSince', { chatId: chat.id, sinceTime, sinceRevision }, options),
});
