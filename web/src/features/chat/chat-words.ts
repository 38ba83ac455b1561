import type * as z from 'zod/mini';
import type { chat } from '#shared/api/chat-entities.ts';
import { firstName } from '../conversations/conversation.ts';

/* Words about chats. */

/** Why nothing can be written in a chat of two people. */
export const ENDED_WORDS =
  'You’re no longer contacts. You can read this chat, but nothing more can be written in it.';

/** `3 people`. */
export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

/**
 * Says that members cannot open chats now, so that nobody writes into a void: their plan has none, or their account is closed.
 * Undefined if all can.
 */
export function cannotOpenWords({
  cannotOpen = 0,
  direct,
  name,
  memberCount,
}: Pick<z.output<typeof chat>, 'cannotOpen' | 'direct' | 'name' | 'memberCount'>):
  | string
  | undefined {
  if (cannotOpen === 0) return undefined;
  if (direct)
    return `${firstName(name)} can’t open chats right now. What you write waits until they can.`;
  const who = cannotOpen === 1 ? '1 person' : `${cannotOpen} people`;
  return `${who} of ${memberCount} can’t open chats right now. What you write waits for them.`;
}
