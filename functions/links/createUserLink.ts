import { createUserLink } from '../../shared/api/links.ts';
import { invalidInput } from '../../shared/refusals.ts';
import { TOO_MANY_LINKS } from '../../shared/rules/links.ts';
import { linkView } from '../flows/link-view.ts';
import { serve } from '../serve.ts';
import { addLink } from '../storage/links.ts';

/** Adds a link at the end of the caller's list. */
export const handler = serve(createUserLink, async (input, { table, caller, now }) => {
  const words = { name: input.linkName, url: input.linkUrl };
  const added = await addLink(table, caller.userId, words, now);
  if (added === 'FULL') throw invalidInput({ linkName: TOO_MANY_LINKS });
  return { data: [linkView(added)] };
});
