import { useNavigate } from 'react-router';
import { createDirectChat, viewChatList } from '#shared/api/chat.ts';
import { call, isRefusal } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useWrite } from '../../forms/use-write.ts';
import { paths } from '../../paths.ts';
import { useIsPageOpen } from '../../shell/open-page.ts';
import { toast } from '../../ui/Toast.tsx';
import { planRequired } from '../billing/plan-required.ts';
import { refusalReason } from './refusal-reason.ts';

/** The stored name of a chat of two people; screens show the other person's name. docs/product/chat.md#direct-chats */
const DIRECT_CHAT_NAME = 'One-on-One';

/** Opens the chat with a contact, or creates it. `opening`: the contact whose chat is being opened. */
export function useOpenChat() {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const { mutate, isPending, variables } = useWrite({
    mutationFn: (participantUserId: string) =>
      call(createDirectChat, { participantUserId, name: DIRECT_CHAT_NAME }),
    onSuccess: ({ data: [chat] }) => {
      void refresh(viewChatList);
      // A user who has opened another screen meanwhile stays there.
      if (chat && isPageOpen()) navigate(paths.chatViewer(chat.id));
    },
    onError: (fault) => {
      if (isRefusal(fault, 'PLAN_REQUIRED') && isPageOpen())
        return navigate(paths.subscription(), { state: planRequired(paths.chat()) });
      toast.error(refusalReason(fault) ?? 'The chat couldn’t be opened. Please try again.');
    },
  });
  const open = (userId: string) => {
    if (isPending) return;
    toast.takeBackOutcome();
    mutate(userId);
  };
  return { open, opening: isPending ? variables : undefined };
}
