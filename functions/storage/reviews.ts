import { conversationPartition, REVIEW_LIST } from './keys.ts';
import type { TableReader } from './table.ts';

/**
 * The conversations whose reported money waits for somebody to look, the longest waiting first, at most `limit`. The cost
 * follows what waits. The index may lag behind: whoever decides reads the conversation and decides by that.
 */
export async function waitingForReview(table: TableReader, limit: number): Promise<string[]> {
  const { items } = await table.query<{ readonly pk: string }>({
    index: 'gsi5',
    partition: REVIEW_LIST,
    limit,
  });
  return items.map(({ pk }) => pk.slice(conversationPartition('').length));
}
