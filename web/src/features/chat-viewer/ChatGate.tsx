import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import type * as z from 'zod';
import { viewChat } from '../../../../shared/api/chat.ts';
import type { chat as chatSchema } from '../../../../shared/api/entities.ts';
import { isRefusal } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { needsPlan } from '../../contacts/needs-plan.ts';
import { QueryState } from '../../conversation/QueryState.tsx';
import { paths } from '../../paths.ts';
import { PageLoading } from '../../shell/PageLoading.tsx';
import { toast } from '../../ui/Toast.tsx';

export type Chat = z.output<typeof chatSchema>;

export type ChatGateProps = { title: string; back: string; children: (chat: Chat) => ReactNode };

/* The chat of this address, for whoever is in it; everybody else is led to where their chats are. */
export function ChatGate({ title, back, children }: ChatGateProps) {
  const { chatId = '' } = useParams();
  const { pathname } = useLocation();
  const found = useQuery(query(viewChat, { id: chatId }));
  const chat = found.data?.data[0];
  if (isRefusal(found.error, 'NOT_FOUND', 'INVALID_INPUT')) return <NoSuchChat />;
  if (isRefusal(found.error, 'PLAN_REQUIRED')) {
    return <Navigate to={paths.subscription()} replace state={needsPlan(pathname)} />;
  }
  if (!chat) return <QueryState title={title} back={back} query={found} />;
  return children(chat);
}

function NoSuchChat() {
  const navigate = useNavigate();
  useEffect(() => {
    toast.info('This chat is not there any more, or you are not in it.');
    navigate(paths.chat(), { replace: true });
  }, [navigate]);
  return <PageLoading />;
}
