import { type Instant, later, toIso } from '../../shared/time.ts';
import { conversationPartition, dueList, type Job } from './keys.ts';
import type { TableReader } from './table.ts';

type Place = Readonly<Record<string, unknown>>;

/**
 * A slice of the conversations with something due for a job, the longest overdue first. The cost follows what is due,
 * never what exists. The index may lag behind: whoever acts reads the conversation and decides by that.
 */
export async function dueConversations(
  table: TableReader,
  job: Job,
  now: Instant,
  { limit, from }: { limit: number; from?: Place | undefined },
): Promise<{ ids: string[]; next: Place | undefined }> {
  const { items, next } = await table.query<{ pk: string }>({
    index: 'gsi5',
    partition: dueList(job),
    // Sort keys go on after the moment, so all of this millisecond are before the next one.
    upTo: toIso(later(now, 1)),
    limit,
    from,
  });
  return { ids: items.map(({ pk }) => pk.slice(conversationPartition('').length)), next };
}
