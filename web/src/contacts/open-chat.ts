import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { createDirectChat, viewChatList } from '../../../shared/api/chat.ts';
import { call, isRefusal } from '../api/client.ts';
import { refresh } from '../api/queries.ts';
import { paths } from '../paths.ts';
import { toast } from '../ui/Toast.tsx';
import { needsPlan } from './needs-plan.ts';
import { reasonOf } from './reason.ts';

/** What a chat of two is made with; its screens show the other's name. docs/product/chat.md#direct-chats */
const DIRECT_CHAT_NAME = 'One-on-One';

/** Opens the chat with a contact, which is made when there is none. `opening`: whose is on its way. */
export function useOpenChat() {
  const navigate = useNavigate();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (participantUserId: string) =>
      call(createDirectChat, { participantUserId, name: DIRECT_CHAT_NAME }),
    onSuccess: ({ data: [chat] }) => {
      void refresh(viewChatList);
      if (chat) navigate(paths.chatViewer(chat.id));
    },
    onError: (fault) => {
      if (isRefusal(fault, 'PLAN_REQUIRED'))
        return navigate(paths.subscription(), { state: needsPlan(paths.chat()) });
      toast.error(reasonOf(fault) ?? 'The chat could not be opened. Please try again.');
    },
  });
  const open = (userId: string) => {
    if (isPending) return;
    toast.takeBackOutcome();
    mutate(userId);
  };
  return { open, opening: isPending ? variables : undefined };
}
