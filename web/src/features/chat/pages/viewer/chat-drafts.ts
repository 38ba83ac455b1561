import { deviceStorage } from '#web/api/storage.ts';
import { typedToHtml } from '#web/ui/message-html.ts';

/* The drafts of a chat message, each with its own key: plain text for the viewer and for captions, HTML for the editor page. */

export const typedDraftKey = (chatId: string) => `chatMessage_${chatId}`;
export const captionDraftKey = (chatId: string) => `chatCaption_${chatId}`;
/** The result of sending a message. */
export const editDraftKey = (messageId: string) => `chatEdit_${messageId}`;
export const pageDraftKey = (chatId: string) => `chatReply_${chatId}`;

/** Moves the draft of the viewer to the editor page, unless that has one. */
export function moveTypedDraft(chatId: string): void {
  const typed = deviceStorage.getItem(typedDraftKey(chatId));
  if (!typed || deviceStorage.getItem(pageDraftKey(chatId))) return;
  deviceStorage.setItem(pageDraftKey(chatId), typedToHtml(typed));
  deviceStorage.removeItem(typedDraftKey(chatId));
}
