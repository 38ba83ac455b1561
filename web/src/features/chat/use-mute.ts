import { useMutation } from '@tanstack/react-query';
import { muteChat, viewChat, viewChatList } from '#shared/api/chat.ts';
import { call } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure-words.ts';
import { changeLists, query, queryClient, refresh } from '../../api/queries.ts';
import { toast } from '../../ui/Toast.tsx';

/** Turns the notifications of a chat off or on. Shows it at once, and takes it back if it fails. */
export function useMute(chatId: string) {
  return useMutation({
    // Each press is a choice of its own, also one made twice while the first is on its way: they reach the server in their order.
    scope: { id: `muteChat-${chatId}` },
    mutationFn: (muted: boolean) => call(muteChat, { chatId, muted }),
    onMutate: async (muted) => {
      // The response to an earlier request would show the previous state.
      await queryClient.cancelQueries({ queryKey: query(viewChat, { id: chatId }).queryKey });
      showMuted(chatId, muted);
    },
    onError: (error, muted) => {
      showMuted(chatId, !muted);
      toast.error(sentenceOf(error) ?? 'Your choice wasn’t saved. Please try again.');
    },
    onSettled: () => void refresh(viewChat, viewChatList),
  });
}

function showMuted(chatId: string, muted: boolean): void {
  queryClient.setQueryData(
    query(viewChat, { id: chatId }).queryKey,
    (known) => known && { ...known, data: known.data.map((chat) => ({ ...chat, muted })) },
  );
  changeLists(viewChatList, (rows) =>
    rows.map((row) => (row.id === chatId ? { ...row, muted } : row)),
  );
}
