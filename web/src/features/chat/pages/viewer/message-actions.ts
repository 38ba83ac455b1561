import { viewChatList } from '#shared/api/chat.ts';
import {
  deleteChatMessage,
  editChatMessage,
  reactToChatMessage,
} from '#shared/api/chat-messages.ts';
import type { Input } from '#shared/api/operation.ts';
import { CHANGE_TIME, type REACTIONS, type Reaction } from '#shared/rules/chat/message-changes.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { withLock } from '#web/api/lock.ts';
import { refresh } from '#web/api/queries.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { typedToHtml } from '#web/ui/message-html.ts';
import type { ChatMessage } from '../../room.ts';
import { sendOwnChange, showChange } from '../../room-query.ts';

/* Changes of sent messages: edit, delete, react. docs/product/chat.md#changes */

/** The signs of the reactions, and their names for screen readers. */
export const REACTION_SIGNS: Readonly<
  Record<Reaction, { readonly sign: string; readonly name: string }>
> = {
  like: { sign: '👍', name: 'Like' },
  love: { sign: '❤️', name: 'Love' },
  laugh: { sign: '😂', name: 'Laugh' },
  surprise: { sign: '😮', name: 'Surprise' },
  sad: { sign: '😢', name: 'Sad' },
  thanks: { sign: '🙏', name: 'Thanks' },
} satisfies Record<(typeof REACTIONS)[number], unknown>;

/** Whether the viewer can still edit or delete a message. */
export const mayChange = (message: ChatMessage, viewerId: string, now: Instant): boolean =>
  message.userId === viewerId && !message.deleted && now < message.dateTimeSent + CHANGE_TIME;

export const ownReaction = ({ reactions = [] }: ChatMessage, viewerId: string) =>
  reactions.find(({ userIds }) => userIds.includes(viewerId))?.reaction;

const ofMessage = ({ id, dateTimeSent }: ChatMessage) => ({ chatMessageId: id, dateTimeSent });

export const useEdit = (chatId: string, message: ChatMessage) =>
  useWrite({
    mutationFn: (text: string) =>
      sendOwnChange(chatId, () =>
        call(editChatMessage, { ...ofMessage(message), messageText: typedToHtml(text) }),
      ),
    onSuccess: () => void refresh(viewChatList),
  });

export const useDelete = (chatId: string, message: ChatMessage) =>
  useWrite({
    mutationFn: () => sendOwnChange(chatId, () => call(deleteChatMessage, ofMessage(message))),
    onSuccess: () => void refresh(viewChatList),
  });

/**
 * Shows the reaction at once, and takes it back if that fails. Those to a message are sent one at a time, so that the last press
 * counts.
 */
export async function react(
  chatId: string,
  message: ChatMessage,
  viewerId: string,
  reaction: Reaction | undefined,
): Promise<void> {
  const show = (next: Reaction | undefined) =>
    showChange(chatId, message.id, (shown) => withReaction(shown, viewerId, next));
  show(reaction);
  const input: Input<typeof reactToChatMessage> = { ...ofMessage(message), reaction };
  try {
    await withLock(`chat-reaction-${message.id}`, () => {
      // The response to the previous reaction replaced it.
      show(reaction);
      return sendOwnChange(chatId, () => call(reactToChatMessage, input));
    });
  } catch (error) {
    show(ownReaction(message, viewerId));
    throw error;
  }
}

/** The message with one person's reaction in place of their last one. */
export function withReaction(
  message: ChatMessage,
  viewerId: string,
  reaction: Reaction | undefined,
): ChatMessage {
  const others = (message.reactions ?? []).map((one) => ({
    ...one,
    userIds: one.userIds.filter((id) => id !== viewerId),
  }));
  const added = others.some((one) => one.reaction === reaction)
    ? others.map((one) =>
        one.reaction === reaction ? { ...one, userIds: [...one.userIds, viewerId] } : one,
      )
    : reaction
      ? [...others, { reaction, userIds: [viewerId] }]
      : others;
  const reactions = added.filter(({ userIds }) => userIds.length > 0);
  const { reactions: _, ...rest } = message;
  return reactions.length > 0 ? { ...rest, reactions } : rest;
}
