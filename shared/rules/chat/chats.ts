import * as z from 'zod';
import { type Instant, later, SECOND } from '../../time.ts';
import { plainText, reply } from '../conversations/messages.ts';
import { cutAtWord, oneLine } from '../text.ts';

/* Chats of two people and of groups. docs/product/chat.md */

/** People in a group, whoever made it included. */
export const GROUP_MAX = 50;
export const CHAT_NAME_MAX = 50;
/** How long (ms) somebody counts as writing after they last said so. */
export const TYPING_TIME = 8 * SECOND;
/** Of several who write at once one is shown; no more than these are kept. */
export const TYPISTS_MAX = 3;
/** Characters of the newest message that a list shows. */
export const PREVIEW_MAX = 80;

export const NOT_CONTACTS_ANY_MORE =
  'You are no longer contacts, so nothing more can be written here.';
export const ONLY_CONTACTS = 'You can only chat with people who are contacts of yours.';
export const NOT_WITH_YOURSELF = 'You cannot chat with yourself';
export const SELECT_MEMBERS = 'Select Members';
export const TOO_MANY_MEMBERS = `A group can have at most ${GROUP_MAX} people, you included`;
export const MEMBERS_ARE_CONTACTS = 'All members must be contacts of yours';
export const ONLY_GROUPS_ARE_LEFT =
  'Only a group can be left. To end a chat of two people, remove the contact.';

export const chatName = z
  .string('Please enter a name')
  .overwrite(oneLine)
  .min(1, 'Please enter a name')
  .max(CHAT_NAME_MAX, `The name can have at most ${CHAT_NAME_MAX} characters`);

/** HTML, as in a reply of an open conversation. */
export const chatMessageText = reply;

/** The beginning of a message in plain text. */
export const previewOf = (content: string): string => cutAtWord(plainText(content), PREVIEW_MAX);

export const typingUntil = (now: Instant): Instant => later(now, TYPING_TIME);

/** A chat as far as the rules know it: how far each member has read, by the number of a message. */
export type Room = {
  readonly id: string;
  /** Empty where two people chat. */
  readonly name: string;
  readonly direct: boolean;
  readonly members: Readonly<Record<string, number>>;
  /** How many messages there are; the newest has this number. */
  readonly number: number;
  readonly createdAt: Instant;
  /** The moment of the newest message; of an empty chat, when it was made. */
  readonly newestAt: Instant;
  readonly newestBy?: string;
  readonly preview: string;
};

/** Whether somebody is in a chat. */
export const isMember = ({ members }: Room, userId: string): boolean =>
  Object.hasOwn(members, userId);

/** Where two people chat, the other one. */
export const otherOf = ({ direct, members }: Room, userId: string): string | undefined =>
  direct ? Object.keys(members).find((id) => id !== userId) : undefined;

/** How many messages somebody has not read; whoever writes has read what is above it. */
export const unreadOf = ({ number, members }: Room, userId: string): number =>
  number - (members[userId] ?? number);

/** Who has read a message, its writer left out. */
export const readersOf = (
  { members }: Room,
  message: { readonly number: number; readonly userId: string },
): string[] =>
  Object.keys(members).filter(
    (id) => id !== message.userId && (members[id] ?? 0) >= message.number,
  );

/** The moment of the next message: now, or just after the newest one where clocks are equal or apart. */
export const nextMoment = ({ newestAt }: Room, now: Instant): Instant =>
  now > newestAt ? now : later(newestAt, 1);

/** Somebody who said that they are writing. */
export type Typist = {
  readonly userId: string;
  readonly avatarUrl: string | null;
  readonly until: Instant;
};

/**
 * Those who are writing at this moment, the latest to say so first. Whoever has sent the newest message since they said
 * so has written it.
 */
export function typistsAt(room: Room, said: readonly Typist[], now: Instant): Typist[] {
  const hasWritten = ({ userId, until }: Typist) =>
    userId === room.newestBy && until <= typingUntil(room.newestAt);
  return said
    .filter((typist) => isMember(room, typist.userId) && typist.until > now && !hasWritten(typist))
    .sort((one, other) => other.until - one.until);
}

/**
 * The messages up to the first that is not there yet. Each names the moment of the one before it, so a reader who meets a
 * later message first knows that one is missing. In the order of time, after `since`.
 */
export function wholeSince<
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
