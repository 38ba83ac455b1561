import { updateUserLink } from '#shared/api/links.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { UNTIL_BEFORE_FROM } from '#shared/rules/links/link-visibility.ts';
import { serve } from '../serve.ts';
import { changeLink } from '../storage/links/links.ts';
import { ownLinkView } from './link-views.ts';

/** Changes the name, the address and the visibility of one of the caller's links. */
export const handler = serve(updateUserLink, async (input, { table, caller, now }) => {
  const { linkName: name, linkUrl: url, linkId, ...visibility } = input;
  const changed = await changeLink(table, caller.userId, linkId, { name, url }, visibility);
  if (changed === 'GONE') throw new Refusal('NOT_FOUND');
  if (changed === 'NOT_IN_ORDER') throw invalidInput({ visibleUntil: UNTIL_BEFORE_FROM });
  return { data: [ownLinkView(changed, now)] };
});
