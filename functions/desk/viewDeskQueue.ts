import { viewDeskQueue } from '#shared/api/desk.ts';
import { Refusal } from '#shared/refusals.ts';
import { tilesOf } from '#shared/rules/desk/permissions.ts';
import { serve } from '../serve.ts';
import { queuePage } from './queues.ts';

/** Returns a page of everything that the caller can decide, or of a tile: the most harmful first, then the oldest. */
export const handler = serve(viewDeskQueue, async ({ tile, cursor }, call) => {
  if (tile && !tilesOf(call.sessionUser.permissionIds ?? []).includes(tile))
    throw new Refusal('FORBIDDEN');
  return queuePage(call, tile, cursor);
});
