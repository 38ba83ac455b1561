import { infiniteQueryOptions } from '@tanstack/react-query';
import {
  viewDeskCase,
  viewDeskConversation,
  viewDeskPerson,
  viewDeskQueue,
  viewDeskQueues,
} from '../../../../shared/api/desk.ts';
import { QUEUES, type Queue } from '../../../../shared/rules/desk/permissions.ts';
import { call } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import type { Address } from '../../api/screen-loader.ts';

/* The queries of the desk. */

export const queuesQueries = () => ({ queues: query(viewDeskQueues, {}) });

export const queueOf = (parameter: string): Queue | undefined =>
  QUEUES.find((queue) => queue.toLowerCase() === parameter);

/** The pages of a queue. Their cursors are of their own kind: what is decided leaves the queue meanwhile. */
export const queueQuery = (queue: Queue) =>
  infiniteQueryOptions({
    queryKey: [viewDeskQueue.name, { queue }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(viewDeskQueue, { queue, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });
export const queueQueries = ({ params: { queue: named = '' } }: Pick<Address, 'params'>) => {
  const queue = queueOf(named);
  return { list: queue && queueQuery(queue) };
};

export const caseQueries = ({ params: { caseId = '' } }: Pick<Address, 'params'>) => ({
  one: query(viewDeskCase, { caseId }),
});
export const personQueries = ({ params: { person = '' } }: Pick<Address, 'params'>) => ({
  one: query(viewDeskPerson, { person }),
});
export const deskConversationQueries = ({
  params: { conversationId = '' },
}: Pick<Address, 'params'>) => ({
  one: query(viewDeskConversation, { conversationId }),
});

/** Reloads everything that a decision may have changed. */
export const refreshDesk = () =>
  refresh(viewDeskQueues, viewDeskQueue, viewDeskCase, viewDeskPerson, viewDeskConversation);
