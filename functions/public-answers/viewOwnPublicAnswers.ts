import { PAGE_SIZE } from '#shared/api/paging.ts';
import { viewOwnPublicAnswers } from '#shared/api/public-answers.ts';
import { stateAt } from '#shared/rules/public-answers/public-answers.ts';
import { serve } from '../serve.ts';
import { ownAnswersList } from '../storage/index-keys.ts';
import { type Key, publicAnswerIn } from '../storage/keys.ts';
import { countItems, positionAfter } from '../storage/list-position.ts';
import { copiesById, ownAnswersOf } from '../storage/public-answers/public-answers.ts';
import { cursorOf, positionOf, rowOf } from './public-views.ts';

/** Returns what the caller proposed to publish, and what became of it. docs/product/public-answers.md#ones-own-list */
export const handler = serve(viewOwnPublicAnswers, async ({ skip = 0, cursor }, call) => {
  const { table, caller, now } = call;
  const list = ownAnswersOf(caller.userId);
  const from =
    positionOf(cursor, 'gsi3', ownAnswersList(caller.userId)) ??
    (await positionAfter(table, list, skip));
  const pageTotal = await countItems(table, list);
  if (from === 'END') return { pageTotal, data: [] };
  const page = await table.query<Key>({ ...list, limit: PAGE_SIZE, ...(from && { from }) });
  const copies = await copiesById(table, page.items.map(publicAnswerIn));
  return {
    pageTotal,
    data: copies.map((copy) => ({
      ...rowOf(copy),
      inboxId: copy.conversationId,
      state: stateAt(copy, now),
      proposedAt: copy.proposedAt,
      until: copy.until,
      publishedAt: copy.publishedAt ?? null,
      endedAt: copy.endedAt ?? null,
      held: copy.heldAt !== undefined,
    })),
    ...cursorOf(page.next),
  };
});
