import { updateUserLinkPosition } from '#shared/api/links.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { moveLink } from '../storage/links/links.ts';

/** Moves one of the caller's links to another position in their list. */
export const handler = serve(updateUserLinkPosition, async (input, { table, caller, now }) => {
  const move = { linkId: input.id, index: input.destinationIndex, now };
  if ((await moveLink(table, caller.userId, move)) === 'GONE') throw new Refusal('NOT_FOUND');
  return {};
});
