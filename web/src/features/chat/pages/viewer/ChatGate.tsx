import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type * as z from 'zod/mini';
import type { chat as chatSchema } from '#shared/api/chat-entities.ts';
import { isRefusal } from '#web/api/client.ts';
import { useEntity } from '#web/api/queries.ts';
import { planRequired } from '#web/features/billing/plan-required.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { Redirect } from '#web/shell/Redirect.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ChatNotFound } from '../../ChatNotFound.tsx';
import { chatQueries } from './chat-queries.ts';

const LeftChat = lazyPart(async () => (await import('./LeftChat.tsx')).LeftChat);

export type Chat = z.output<typeof chatSchema>;

export type ChatGateProps = { title: string; back: string; children: (chat: Chat) => ReactNode };

/*
 * Loads the chat of this address. Users who are not in it see that there is no such chat; those who were in this group when it
 * loaded see that they no longer are.
 */
export function ChatGate({ title, back, children }: ChatGateProps) {
  const chatId = usePathParameter('chatId');
  const { pathname } = useLocation();
  const found = useEntity(chatQueries(chatId).chat);
  if (isRefusal(found.error, 'PLAN_REQUIRED')) {
    return <Redirect to={paths.subscription()} state={planRequired(pathname)} />;
  }
  const known = found.data;
  const missing =
    known && !known.direct ? <LeftChat chatId={chatId} name={known.name} /> : <ChatNotFound />;
  return (
    <QueryPage title={title} back={back} query={found} missing={missing}>
      {children}
    </QueryPage>
  );
}
