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
    ? `${only.userName}: ${plainText(only.content)}`
    : `${messages.length} new messages`;
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
  return `${name ?? 'Somebody'} is writing`;
}
