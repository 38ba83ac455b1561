import { typedToHtml } from './message-html.ts';

/* The drafts of a chat message, each with its own key: plain text for the viewer and for captions, HTML for the editor page. */

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
