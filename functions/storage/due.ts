import { type Instant, later, toIso } from '../../shared/time.ts';
import { conversationPartition, dueList, type Job } from './keys.ts';
import type { TableReader } from './table.ts';

/**
 * The conversations with something due for a job, the longest overdue first, at most `limit`. The cost follows what is
 * due. The index may lag behind: whoever acts reads the conversation and decides by that.
 */
export async function dueConversations(
  table: TableReader,
  job: Job,
  now: Instant,
  limit: number,
): Promise<string[]> {
  const { items } = await table.query<{ pk: string }>({
    index: 'gsi5',
    partition: dueList(job),
    upTo: toIso(later(now, 1)),
    limit,
  });
  return items.map(({ pk }) => pk.slice(conversationPartition('').length));
}
