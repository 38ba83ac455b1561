import { typedToHtml } from './message-html.ts';

/* The drafts of a chat message: plain text in the viewer and of a caption, HTML on the editor page. Each has its own key. */

export const typedDraftKey = (chatId: string) => `chatMessage_${chatId}`;
export const captionDraftKey = (chatId: string) => `chatCaption_${chatId}`;
export const pageDraftKey = (chatId: string) => `chatReply_${chatId}`;

/** Moves the draft of the viewer to the editor page, unless that has one. */
export function moveTypedDraft(chatId: string): void {
  const typed = localStorage.getItem(typedDraftKey(chatId));
  if (!typed || localStorage.getItem(pageDraftKey(chatId))) return;
  try {
    localStorage.setItem(pageDraftKey(chatId), typedToHtml(typed));
    localStorage.removeItem(typedDraftKey(chatId));
  } catch {
    // The storage is full: the draft stays in the viewer.
  }
}
