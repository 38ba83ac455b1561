import { type Instant, later, toIso } from '#shared/time.ts';
import { dueList, type Job } from './index-keys.ts';
import type { Key } from './keys.ts';
import type { TableReader } from './table.ts';

/* The lists of what is due for a job, in the index `gsi5`. */

/** Where a list goes on. */
export type Cursor = Readonly<Record<string, unknown>>;

/** The part of a list that one read returns. */
export type Slice = { readonly limit: number; readonly from?: Cursor | undefined };

/**
 * A slice of the keys of the items that are due for a job, the longest overdue first, each with its sort key in the list. Only due ones
 * are read. The index may lag behind, so the caller reads each item before it acts.
 */
export async function dueItems(
  table: TableReader,
  job: Job,
  now: Instant,
  { limit, from }: Slice,
): Promise<{
  readonly items: readonly (Key & { readonly gsi5sk: string })[];
  readonly next: Cursor | undefined;
}> {
  const { items, next } = await table.query<Key & { readonly gsi5sk: string }>({
    index: 'gsi5',
    partition: dueList(job),
    // Sort keys begin with the time, so those of this millisecond sort before the next one.
    upTo: toIso(later(now, 1)),
    limit,
    from,
  });
  return { items, next };
}

/** The same as keys alone, to read the items with. */
export async function dueKeys(
  table: TableReader,
  job: Job,
  now: Instant,
  slice: Slice,
): Promise<{ readonly keys: Key[]; readonly next: Cursor | undefined }> {
  const { items, next } = await dueItems(table, job, now, slice);
  return { keys: items.map(({ pk, sk }) => ({ pk, sk })), next };
}
