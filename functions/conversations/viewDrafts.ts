import { viewDrafts } from '#shared/api/drafts.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { invalidInput } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { reachableBy } from '../storage/contacts/blocks.ts';
import { listDrafts } from '../storage/conversations/drafts.ts';
import { draftRowOf } from './draft-views.ts';

/** A page of the caller's drafts, the last changed first, each with the recipient's current profile. */
export const handler = serve(viewDrafts, async ({ skip = 0, cursor }, { table, caller, now }) => {
  const list = { userId: caller.userId, skip, cursor, limit: PAGE_SIZE };
  const page = await listDrafts(table, list, now);
  if (!page) throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const ids = page.drafts.map(({ recipientId }) => recipientId);
  const people = ids.length > 0 ? await reachableBy(table, caller.userId, ids, now) : [];
  return {
    pageTotal: page.total,
    data: page.drafts.map((draft, index) => draftRowOf(draft, people[index])),
    cursor: page.cursor,
  };
});
