import { viewDeskQueue } from '../../shared/api/desk.ts';
import { serve } from '../serve.ts';
import { refuseQueue } from './desk-context.ts';
import { queuePage } from './queues.ts';

/** Returns a page of a queue: the most harmful first, then the oldest. */
export const handler = serve(viewDeskQueue, async ({ queue, cursor }, call) => {
  refuseQueue(call, queue);
  return queuePage(call, queue, cursor);
});
