import { Refusal } from '../../shared/refusals.ts';
import { refusalOf } from '../../shared/rules/conversations.ts';
import { close } from '../../shared/rules/course.ts';
import type { Instant } from '../../shared/time.ts';
import { changeConversation } from '../storage/conversations.ts';
import type { TableWriter } from '../storage/table.ts';
import { allow, partOf } from './part.ts';

/* Closing an open conversation. Apart from what ends a pending one: the money was settled by the answer, so nobody is asked for any. */

/** Closes an open conversation for its recipient. Throws what the table of actions refuses, NOT_FOUND to strangers. */
export async function closeConversation(
  table: TableWriter,
  conversationId: string,
  userId: string,
  now: Instant,
): Promise<void> {
  const after = await changeConversation(table, conversationId, now, (current) => {
    const { side, status } = partOf(current, userId, now);
    allow(refusalOf(side, 'close', status));
    return close(current, now);
  });
  if (!after) throw new Refusal('NOT_FOUND');
}
