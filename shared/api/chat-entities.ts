import * as z from 'zod/mini';
import { ANNOUNCEMENTS } from '../rules/chat/announcements.ts';
import { REACTIONS } from '../rules/chat/message-changes.ts';
import { moment } from '../wire.ts';

/* Chats in responses of the API. */

export const chat = z.object({
  id: z.string(),
  /** The name of a group; for a direct chat, the other person's name. */
  name: z.string(),
  /** The beginning of the newest message, in plain text; empty if there is none. */
  description: z.string(),
  /** The photo of a group; for a direct chat, the other person's portrait. */
  avatar: z.nullable(z.string()),
  /** The number of messages that the caller has not read. */
  unread: z.int(),
  dateTimeModified: moment,
  direct: z.boolean(),
  /** For a direct chat, the other person's id. */
  userId: z.nullable(z.string()),
  /**
   * Whether the two people of a direct chat are no longer contacts: they can read it, but write only after they are
   * contacts again.
   */
  deleted: z.boolean(),
  /** Whether the caller blocked the other person of a direct chat. */
  blocked: z.boolean(),
  /** The number of members, the caller included. */
  memberCount: z.int(),
  /** The member who may change a group; null for a direct chat. */
  ownerId: z.nullable(z.string()),
  /** Whether the caller gets no push notifications about its messages. */
  muted: z.boolean(),
  /**
   * The number of other members who cannot open chats now, because their plan has none or their account is closed: what is written
   * waits for them. Of a group only `viewChat` says it.
   */
  cannotOpen: z.optional(z.int()),
});

const announcement = z.object({
  kind: z.enum(ANNOUNCEMENTS),
  /** The people who were added or removed; the next owner, if the owner left. */
  people: z.array(z.object({ userId: z.string(), fullName: z.string() })),
  /** The new name of a group. */
  name: z.optional(z.string()),
});

export const chatMessage = z.object({
  id: z.string(),
  /** The consecutive number of the message in its chat, from 1. */
  number: z.int(),
  userId: z.string(),
  userName: z.string(),
  /** HTML. */
  content: z.string(),
  userAvatar: z.nullable(z.string()),
  dateTimeSent: moment,
  /** Whether anybody except its writer has read it. */
  readReceipt: z.boolean(),
  /** The members who have read it, without its writer. */
  readUserIds: z.array(z.string()),
  edited: z.optional(z.literal(true)),
  /** Its content is empty then. */
  deleted: z.optional(z.literal(true)),
  /** By reaction, in the order of REACTIONS; absent without one. */
  reactions: z.optional(
    z.array(z.object({ reaction: z.enum(REACTIONS), userIds: z.array(z.string()) })),
  ),
  /** A picture above the text, which may be empty then. `width` and `height` are in pixels. */
  picture: z.optional(z.object({ url: z.string(), width: z.int(), height: z.int() })),
  /** What its writer did to the group; the content is empty then (shared/rules/chat/announcements.ts). */
  announcement: z.optional(announcement),
});

export const chatParticipant = z.object({
  id: z.string(),
  fullName: z.string(),
  username: z.string(),
  profileImageUrl: z.nullable(z.string()),
});
