/* Words about chats. */

/** Why nothing can be written in a chat of two people. */
export const ENDED_WORDS =
  'You are no longer contacts. You can read this chat, but nothing more can be written in it.';

/** `3 people`. */
export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}
