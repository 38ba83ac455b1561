import { deleteUserLink } from '../../shared/api/links.ts';
import { serve } from '../serve.ts';
import { removeLink } from '../storage/links/links.ts';

/** Deletes one of the caller's links. Of a link that is gone, or is not theirs, nothing is left to delete: that succeeds too. */
export const handler = serve(deleteUserLink, async ({ linkId }, { table, caller }) => {
  await removeLink(table, caller.userId, linkId);
  return {};
});
