import { PICTURE_PREVIEW } from '../../../../../../shared/rules/chat/chats.ts';
import { plainText } from '../../../../../../shared/rules/conversations/messages.ts';
import type { ChatMessage } from '../../room.ts';

export const ENDED_WORDS =
  'You are no longer contacts. You can read this chat, but nothing more can be written in it.';

/** `3 people`. */
export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

/** The announcement of others' messages for screen readers: the text of one, the number of several. */
export function newsWords(messages: readonly ChatMessage[]): string {
  const [only] = messages;
  if (!only) return '';
  return messages.length === 1
    ? `${only.userName}: ${plainText(only.content) || PICTURE_PREVIEW}`
    : `${messages.length} new messages`;
}

/** `1 new message`, on the button that scrolls down to it. */
export function unseenWords(count: number): string {
  return count === 1 ? '1 new message' : `${count} new messages`;
}

/** `Ana is writing`. */
export function typingWords(name: string | undefined): string {
  return `${name ?? 'Somebody'} is writing`;
}
