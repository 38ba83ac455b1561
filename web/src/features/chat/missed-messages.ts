import type { viewMissedMessages } from '#shared/api/chat.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatCount } from '#shared/format-count.ts';

/* What waits in the chats of somebody whose plan has none. docs/product/chat.md#without-a-plan */

type Missed = Output<typeof viewMissedMessages>['data'][number];

/** `3 messages in 2 chats`; undefined if nothing waits. */
export function missedWords({ messages, chats, more }: Missed): string | undefined {
  if (messages === 0) return undefined;
  const counted = messages === 1 ? '1 message' : `${formatCount(messages)} messages`;
  const places = chats === 1 ? 'a chat' : `${chats} chats`;
  return `${more ? 'at least ' : ''}${counted} in ${places}`;
}
