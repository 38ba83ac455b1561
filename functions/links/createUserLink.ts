import { createUserLink } from '#shared/api/links.ts';
import { invalidInput } from '#shared/refusals.ts';
import { changedVisibility } from '#shared/rules/links/link-visibility.ts';
import { TOO_MANY_LINKS } from '#shared/rules/links/links.ts';
import { onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { addLink, type LinkInList } from '../storage/links/links.ts';
import { ownLinkView } from './link-views.ts';

/** Adds a link at the end of the caller's list. */
export const handler = serve(createUserLink, async (input, call) => {
  const visibility = changedVisibility({}, input);
  const content = { name: input.linkName, url: input.linkUrl, visibility };
  const add = () => addLink(call.table, call.caller.userId, content, call.keyed, call.now);
  const added = await onceForKey<LinkInList | 'FULL'>(call, call.keyed, add, JSON.parse);
  if (added === 'FULL') throw invalidInput({ linkName: TOO_MANY_LINKS });
  return { data: [ownLinkView(added, call.now)] };
});
