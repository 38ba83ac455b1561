import { viewDeskQueues } from '#shared/api/desk.ts';
import { serve } from '../serve.ts';
import { summaries } from './queues.ts';

/** Returns the tiles that the caller sees, each with the number, the money and the oldest time of what waits. */
export const handler = serve(viewDeskQueues, async (_input, call) => ({
  data: await summaries(call),
}));
