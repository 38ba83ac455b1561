import { htmlOfTyped } from './message-html.ts';

/* What is being written in a chat: plain in the viewer, with the editor on its own page. Each keeps its own. */

export const typedDraftKey = (chatId: string) => `chatMessage_${chatId}`;
export const pageDraftKey = (chatId: string) => `chatReply_${chatId}`;

/** Takes what was begun in the viewer along to the page, where nothing is being written yet. */
export function moveTyped(chatId: string): void {
  const typed = localStorage.getItem(typedDraftKey(chatId));
  if (!typed || localStorage.getItem(pageDraftKey(chatId))) return;
  try {
    localStorage.setItem(pageDraftKey(chatId), htmlOfTyped(typed));
    localStorage.removeItem(typedDraftKey(chatId));
  } catch {
    // A full storage: it stays where it is.
  }
}
