import { announcementWords } from '#shared/rules/chat/announcement-words.ts';
import { PICTURE_PREVIEW } from '#shared/rules/chat/chats.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import type { ChatMessage } from '../../room.ts';

/** What a message says, in plain text, or that it is a picture. */
export const textOf = ({ content }: ChatMessage): string => plainText(content) || PICTURE_PREVIEW;

/** The announcement of new messages for screen readers: the text of one message, or the number of several. */
export function newsWords(messages: readonly ChatMessage[], viewerId: string): string {
  const [only] = messages;
  if (!only) return '';
  if (messages.length > 1) return `${messages.length} new messages`;
  return announcementOf(only, viewerId) ?? `${only.userName}: ${textOf(only)}`;
}

/** An announcement as a sentence to the viewer; undefined for any other message. */
export function announcementOf(
  { announcement, userId, userName }: ChatMessage,
  viewerId: string,
): string | undefined {
  const writer = { userId, fullName: userName };
  return announcement && announcementWords(announcement, writer, { viewerId });
}

/** `1 new message`, on the button that scrolls to it. */
export function unseenWords(count: number): string {
  return count === 1 ? '1 new message' : `${count} new messages`;
}

/** `21 messages found`, above the results of a search. `more`: older messages are not searched yet. */
export function foundWords(count: number, more: boolean): string {
  if (count === 0) return more ? 'Nothing found so far' : '';
  return `${count === 1 ? '1 message' : `${count} messages`} found${more ? ' so far' : ''}`;
}

/** `Ana is writing`. */
export function typingWords(name: string | undefined): string {
  return `${name ?? 'Someone'} is writing`;
}
