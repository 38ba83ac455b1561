import { updateUserLink } from '../../shared/api/links.ts';
import { Refusal } from '../../shared/refusals.ts';
import { serve } from '../serve.ts';
import { changeLink } from '../storage/links/links.ts';
import { linkView } from './link-views.ts';

/** Changes the name and address of one of the caller's links. */
export const handler = serve(updateUserLink, async (input, { table, caller, now }) => {
  const content = { name: input.linkName, url: input.linkUrl };
  const changed = await changeLink(table, caller.userId, input.linkId, content);
  if (changed === 'GONE') throw new Refusal('NOT_FOUND');
  return { data: [linkView(changed, now)] };
});
