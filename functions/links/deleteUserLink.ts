import { deleteUserLink } from '../../shared/api/links.ts';
import { Refusal } from '../../shared/refusals.ts';
import { serve } from '../serve.ts';
import { removeLink } from '../storage/links.ts';

/** Deletes one of the caller's links. One that is deleted already is not there, like one of somebody else. */
export const handler = serve(deleteUserLink, async ({ linkId }, { table, caller }) => {
  if ((await removeLink(table, caller.userId, linkId)) === 'GONE') throw new Refusal('NOT_FOUND');
  return {};
});
