import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type * as z from 'zod/mini';
import type { chat as chatSchema } from '../../../../../../shared/api/entities.ts';
import { isRefusal } from '../../../../api/client.ts';
import { useEntity } from '../../../../api/queries.ts';
import { usePathParameter } from '../../../../path-parameters.ts';
import { paths } from '../../../../paths.ts';
import { QueryPage } from '../../../../shell/QueryPage.tsx';
import { planRequired } from '../../../billing/plan-required.ts';
import { ChatNotFound } from '../../ChatNotFound.tsx';
import { chatQueries } from './chat-queries.ts';

export type Chat = z.output<typeof chatSchema>;

export type ChatGateProps = { title: string; back: string; children: (chat: Chat) => ReactNode };

/* Loads the chat of this address; users who are not in it see that there is no such chat. */
export function ChatGate({ title, back, children }: ChatGateProps) {
  const chatId = usePathParameter('chatId');
  const { pathname } = useLocation();
  const found = useEntity(chatQueries(chatId).chat);
  if (isRefusal(found.error, 'PLAN_REQUIRED')) {
    return <Navigate to={paths.subscription()} replace state={planRequired(pathname)} />;
  }
  return (
    <QueryPage title={title} back={back} query={found} missing={<ChatNotFound />}>
      {children}
    </QueryPage>
  );
}
