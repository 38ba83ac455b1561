import { viewDeskQueues } from '../../shared/api/desk.ts';
import { queuesOf } from '../../shared/rules/desk/permissions.ts';
import { serve } from '../serve.ts';
import { queueSummary } from './queues.ts';

/** Returns the queues that the caller sees, each with the number of what waits and the oldest time. */
export const handler = serve(viewDeskQueues, async (_input, call) => {
  const queues = queuesOf(call.sessionUser.permissionIds ?? []);
  return { data: await Promise.all(queues.map((queue) => queueSummary(call, queue))) };
});
