import type { viewChatList } from '#shared/api/chat.ts';
import type { Output } from '#shared/api/operation.ts';

export type ChatPage = Output<typeof viewChatList>;
export type Chat = ChatPage['data'][number];

/** The chats of all pages without duplicates: a chat that moved while older pages loaded keeps its first place. */
export function chatsOf(pages: readonly ChatPage[]): Chat[] {
  const chats = new Map<string, Chat>();
  for (const { data } of pages)
    for (const chat of data) if (!chats.has(chat.id)) chats.set(chat.id, chat);
  return [...chats.values()];
}

/** Whether a page has the same chats with the same contents in the same order. */
export function sameChats(one: ChatPage | undefined, other: ChatPage): boolean {
  return JSON.stringify(one?.data) === JSON.stringify(other.data);
}
