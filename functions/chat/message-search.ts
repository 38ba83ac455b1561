import type { searchChatMessages } from '#shared/api/chat-messages.ts';
import type { Input } from '#shared/api/operation.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { matchesSearch, searchWordsOf } from '#shared/rules/chat/message-search.ts';
import type { Instant } from '#shared/time.ts';
import { messagesToSearch } from '../storage/chat/chat-messages.ts';
import type { TableReader } from '../storage/table.ts';
import { messageCursor, messageViews, readMessageCursor, stateFor } from './chat-views.ts';

/* Search for messages in a chat. docs/product/chat.md#search */

/**
 * Searches one page of the messages before the cursor for those that contain every word of the search text, newest first. The
 * returned `cursor` is where the next call continues; absent if there are no older messages. A text without words, such as one
 * of accents only, finds nothing.
 */
export async function foundMessages(
  table: TableReader,
  { chatId, searchText, cursor }: Input<typeof searchChatMessages>,
  userId: string,
  now: Instant,
) {
  const before = cursor === undefined ? undefined : readMessageCursor(cursor);
  // Refuses non-members before the large query.
  const { room } = await stateFor(table, chatId, userId);
  const words = searchWordsOf(searchText);
  if (words.length === 0) return { data: [] };
  const { messages, more } = await messagesToSearch(table, chatId, before);
  const all = messages.filter((message) => matchesSearch(message, words));
  const found = all.slice(0, PAGE_SIZE);
  // If there are more matches than fit, the next call continues after the last returned one.
  const last = all.length > PAGE_SIZE ? found.at(-1) : more ? messages.at(-1) : undefined;
  return {
    data: await messageViews(table, found, room, now),
    ...(last && { cursor: messageCursor(last) }),
  };
}
