import type { viewChatList } from '../../../../shared/api/chat.ts';
import type { Output } from '../../../../shared/api/operation.ts';

export type ChatPage = Output<typeof viewChatList>;
export type Chat = ChatPage['data'][number];

/** The chats of all pages, each once: one that moved up while older pages were read stands where it was met first. */
export function chatsOf(pages: readonly ChatPage[]): Chat[] {
  const chats = new Map<string, Chat>();
  for (const { data } of pages)
    for (const chat of data) if (!chats.has(chat.id)) chats.set(chat.id, chat);
  return [...chats.values()];
}

/** Whether an answer shows the same chats in the same order, with the same in them. */
export function sameChats(one: ChatPage | undefined, other: ChatPage): boolean {
  return JSON.stringify(one?.data) === JSON.stringify(other.data);
}
