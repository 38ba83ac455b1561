import * as z from 'zod/mini';
import { type Instant, later, SECOND } from '../../time.ts';
import { messageHtml, plainText, reply } from '../conversations/messages.ts';
import { readable } from '../text/readable-text.ts';
import { oneLine, truncateAtWord } from '../text.ts';
import type { Revisions } from './message-changes.ts';

/* Chats of two people and of groups. docs/product/chat.md */

/** The largest number of members of a group, its creator included. */
export const GROUP_MAX = 50;
export const CHAT_NAME_MAX = 50;
/** How long (ms) a member counts as typing after the last signal. */
export const TYPING_TIME = 8 * SECOND;
/** The largest number of typing members that are stored; one of them is shown. */
export const TYPISTS_MAX = 3;
/** Characters of the newest message in a chat list. */
export const PREVIEW_MAX = 80;
/** The longer side of a sent picture, in pixels. */
export const CHAT_PICTURE_SIDE = 1_600;
/** What lists and notifications show of a picture without a caption. */
export const PICTURE_PREVIEW = 'Picture';

export const NOT_CONTACTS_ANY_MORE =
  'You’re no longer contacts, so nothing more can be written here.';
export const ONLY_CONTACTS = 'You can only chat with people who are contacts of yours.';
export const NOT_WITH_YOURSELF = 'You can’t chat with yourself';
export const SELECT_MEMBERS = 'Select Members';
export const TOO_MANY_MEMBERS = `A group can have at most ${GROUP_MAX} people, you included`;
export const MEMBERS_ARE_CONTACTS = 'All members must be contacts of yours';
/** Says nothing of the reason, which may be a block between two others. */
export const CANNOT_BE_ADDED = 'They can’t be added to this group';
export const ONLY_GROUPS_ARE_LEFT =
  'Only a group can be left. To end a chat of two people, remove the contact.';

const ONLY_GROUPS_CHANGE = 'Only a group can be changed, not a chat of two people.';
const ONLY_THE_OWNER_CHANGES = 'Only the owner of the group can change it.';
export const OWNERS_LEAVE = 'You can’t remove yourself from your group. Leave it instead.';
export const SELECT_NEXT_OWNER = 'Please choose another member of the group';

export const chatName = z
  .string('Please enter a name')
  .check(
    z.overwrite(oneLine),
    readable(1, 'Please enter a name'),
    z.maxLength(CHAT_NAME_MAX, `The name can have at most ${CHAT_NAME_MAX} characters`),
  );

/** HTML, with the rules of a reply in an open conversation. */
export const chatMessageText = reply;
/** The text below a picture: HTML, or empty. */
export const chatCaption = messageHtml;

/** The most messages in one page of a chat. */
export const MESSAGE_PAGE_MAX = 100;

export const SEARCH_TEXT_MIN = 2;
export const SEARCH_TEXT_MAX = 100;
/** What is searched for in the messages of a chat, in plain text. */
export const chatSearchText = z
  .string()
  .check(
    z.overwrite(oneLine),
    z.minLength(SEARCH_TEXT_MIN, `Please enter at least ${SEARCH_TEXT_MIN} characters`),
    z.maxLength(SEARCH_TEXT_MAX, `Please enter at most ${SEARCH_TEXT_MAX} characters`),
  );

/** The beginning of a message, in plain text. */
export const previewOf = (content: string): string =>
  truncateAtWord(plainText(content), PREVIEW_MAX);

/** The preview of a message that may have a picture: its caption, or that it is a picture. */
export const messagePreview = (message: {
  readonly content: string;
  readonly picture?: unknown;
}): string => previewOf(message.content) || (message.picture ? PICTURE_PREVIEW : '');

export const typingUntil = (now: Instant): Instant => later(now, TYPING_TIME);

/** The state of a chat. `members`: how far each member has read, as the number of a message. */
export type Room = Revisions & {
  readonly id: string;
  /** Empty for a direct chat. */
  readonly name: string;
  readonly direct: boolean;
  readonly members: Readonly<Record<string, number>>;
  /** How far the members had read when one of the two blocked the other: the receipts that each sees of the other since then. */
  readonly frozenReads?: Readonly<Record<string, number>>;
  /** The member who may change a group; absent for a direct chat, and for groups that were created before there were owners. */
  readonly ownerId?: string;
  /** The address of the photo of a group. */
  readonly photoUrl?: string;
  /** The members who get no push notifications about its messages. */
  readonly muted?: ReadonlySet<string>;
  /** The number of messages, which is the number of the newest one. */
  readonly number: number;
  readonly createdAt: Instant;
  /** The time of the newest message; for an empty chat, the time of its creation. */
  readonly newestAt: Instant;
  readonly newestBy?: string;
  readonly preview: string;
};

/** Whether a user is a member of a chat. */
export const isMember = ({ members }: Room, userId: string): boolean =>
  Object.hasOwn(members, userId);

/** The other member of a direct chat; undefined for a group. */
export const otherOf = ({ direct, members }: Room, userId: string): string | undefined =>
  direct ? Object.keys(members).find((id) => id !== userId) : undefined;

/** The member who may change a group: its creator, or after they left the one they named; else the member with the oldest account. */
export const ownerOf = ({ direct, ownerId, members }: Room): string | undefined =>
  direct
    ? undefined
    : ownerId !== undefined && Object.hasOwn(members, ownerId)
      ? ownerId
      : Object.keys(members).sort()[0];

/** Why a member cannot change a chat, as a sentence; undefined if they can. */
export function groupChangeRefusal(room: Room, userId: string): string | undefined {
  if (room.direct) return ONLY_GROUPS_CHANGE;
  return ownerOf(room) === userId ? undefined : ONLY_THE_OWNER_CHANGES;
}

/** The number of messages that a member has not read. A member who sends a message has read all before it. */
export const unreadOf = ({ number, members }: Room, userId: string): number =>
  number - (members[userId] ?? number);

/** The members who have read a message, without its writer. */
export const readersOf = (
  room: Room,
  message: { readonly number: number; readonly userId: string },
): string[] =>
  Object.keys(room.members).filter(
    (id) => id !== message.userId && receiptOf(room, id) >= message.number,
  );

/** How far a member has read, as the others see it. */
export const receiptOf = ({ members, frozenReads }: Room, userId: string): number =>
  frozenReads?.[userId] ?? members[userId] ?? 0;

/** The time of the next message: `now`, or just after the newest message if clocks differ or the times are equal. */
export const nextSentAt = ({ newestAt }: Room, now: Instant): Instant =>
  now > newestAt ? now : later(newestAt, 1);

/** A member who is typing. */
export type Typist = {
  readonly userId: string;
  readonly avatarUrl: string | null;
  readonly until: Instant;
};

/**
 * The members who are typing at a given time, the latest signal first. A member whose message arrived after the signal is
 * no longer typing.
 */
export function typistsAt(room: Room, typists: readonly Typist[], now: Instant): Typist[] {
  const hasWritten = ({ userId, until }: Typist) =>
    userId === room.newestBy && until <= typingUntil(room.newestAt);
  return typists
    .filter((typist) => isMember(room, typist.userId) && typist.until > now && !hasWritten(typist))
    .sort((one, other) => other.until - one.until);
}

/**
 * Returns the messages after `since` up to the first gap, in order of time. Each message holds the time of the previous
 * one, so a reader who gets a later message first knows that one is missing.
 */
export function contiguousSince<
  Sent extends {
    readonly number: number;
    readonly sentAt: Instant;
    readonly previousAt: Instant;
  },
>(since: Instant, messages: readonly Sent[]): Sent[] {
  let seen = since;
  const gap = messages.findIndex(({ number, sentAt, previousAt }) => {
    const isMissing = number > 1 && previousAt > seen;
    seen = sentAt;
    return isMissing;
  });
  return gap < 0 ? [...messages] : messages.slice(0, gap);
}
