import {
  viewDeskCase,
  viewDeskConversation,
  viewDeskPerson,
  viewDeskQueue,
  viewDeskQueues,
} from '../../../../shared/api/desk.ts';
import { QUEUES, type Queue } from '../../../../shared/rules/desk/permissions.ts';
import { query, refresh } from '../../api/queries.ts';
import type { Address } from '../../api/screen-loader.ts';
import { reasonFor } from './looking.ts';

/* The queries of the desk. */

export const queuesQueries = () => ({ queues: query(viewDeskQueues, {}) });

export const queueOf = (parameter: string): Queue | undefined =>
  QUEUES.find((queue) => queue.toLowerCase() === parameter);

export const caseQueries = ({ params: { caseId = '' } }: Pick<Address, 'params'>) => ({
  one: query(viewDeskCase, { caseId, ...reasonFor(caseId) }),
});
export const personQueries = ({ params: { userId = '' } }: Pick<Address, 'params'>) => ({
  one: query(viewDeskPerson, { person: userId, ...reasonFor(userId) }),
});
export const deskConversationQueries = ({
  params: { conversationId = '' },
}: Pick<Address, 'params'>) => ({
  one: query(viewDeskConversation, { conversationId, ...reasonFor(conversationId) }),
});

/** Reloads everything that a decision may have changed. */
export const refreshDesk = () =>
  refresh(viewDeskQueues, viewDeskQueue, viewDeskCase, viewDeskPerson, viewDeskConversation);
