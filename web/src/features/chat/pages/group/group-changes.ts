import { viewChat, viewChatList, viewChatParticipants } from '#shared/api/chat.ts';
import type { Output } from '#shared/api/operation.ts';
import { isRefusal } from '#web/api/client.ts';
import { query, queryClient, refresh } from '#web/api/queries.ts';

/* What follows a change of a group. */

/** Shows the changed group, and reloads its people and its row in the list. */
export function showChangedGroup(answer: Output<typeof viewChat>): void {
  const [chat] = answer.data;
  if (chat) queryClient.setQueryData(query(viewChat, { id: chat.id }).queryKey, answer);
  void refresh(viewChatParticipants, viewChatList);
}

/** Takes a person out of the loaded people of a group. */
export function hideMember(chatId: string, userId: string): void {
  queryClient.setQueryData(
    query(viewChatParticipants, { chatId }).queryKey,
    (known) => known && { ...known, data: known.data.filter(({ id }) => id !== userId) },
  );
}

/** Reloads a group if a refusal says that it is not as the screen shows it. */
export function reloadIfRefused(error: unknown): void {
  if (isRefusal(error, 'FORBIDDEN', 'NOT_FOUND', 'INVALID_INPUT', 'WRONG_STATUS'))
    void refresh(viewChat, viewChatParticipants);
}
