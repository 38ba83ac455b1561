import { deleteUserLink } from '#shared/api/links.ts';
import { serve } from '../serve.ts';
import { removeLink } from '../storage/links/links.ts';

/** Deletes one of the caller's links. Succeeds if the link does not exist or is not theirs. */
export const handler = serve(deleteUserLink, async ({ linkId }, { table, caller }) => {
  await removeLink(table, caller.userId, linkId);
  return {};
});
