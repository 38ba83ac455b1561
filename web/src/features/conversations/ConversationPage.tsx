import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { isRefusal } from '../../api/client.ts';
import { THREAD_EVERY } from '../../api/freshness.ts';
import { usePollInterval } from '../../api/is-live.ts';
import { invalidate, useEntity } from '../../api/queries.ts';
import { offerPoll } from '../../api/requested-polls.ts';
import { usePathParameter } from '../../path-parameters.ts';
import { paths } from '../../paths.ts';
import { QueryPage } from '../../shell/QueryPage.tsx';
import type { Conversation } from './conversation.ts';
import { useSpokenChanges } from './thread/use-spoken-changes.ts';
import { inboxThread, orderThread } from './thread-queries.ts';

export type ConversationPageProps = {
  side: Side;
  title: string;
  /** By default the conversation. */
  back?: string;
  /** Whether the conversation is reloaded while the page is open. */
  polled?: boolean;
  missing?: ReactNode;
  children: (conversation: Conversation) => ReactNode;
};

/** Loads the conversation of this address for a page about it. */
export function ConversationPage({ side, polled, back, ...page }: ConversationPageProps) {
  const id = usePathParameter(side === 'sender' ? 'orderId' : 'inboxId');
  const { conversation } = side === 'sender' ? orderThread(id) : inboxThread(id);
  const interval = usePollInterval(THREAD_EVERY);
  const query = useEntity({ ...conversation, refetchInterval: polled && interval });
  useSpokenChanges(query.data, side);
  const { queryKey } = conversation;
  // Reloads even during the first load, which may have read the conversation before the change.
  const reload = useEffectEvent(() => invalidate({ queryKey }));
  // A conversation that does not exist is not requested again.
  const isOffered = polled && !isRefusal(query.error, 'NOT_FOUND');
  useEffect(() => (isOffered ? offerPoll(id, () => reload()) : undefined), [isOffered, id]);
  const viewer = side === 'sender' ? paths.orderViewer(id) : paths.inboxViewer(id);
  return <QueryPage {...page} back={back ?? viewer} query={query} />;
}
