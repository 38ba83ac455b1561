import { type Instant, later, MINUTE } from '#shared/time.ts';
import { type Cursor, dueItems, type Slice } from '../due-items.ts';
import { dueIndex } from '../index-keys.ts';
import { unfinishedBlockKey, userIn } from '../keys.ts';
import { put, remove, type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * Blocks of accounts whose consequences a job completes. The item is written in the transaction of the block, so that no crash after
 * it leaves anything pending.
 */

/** A block that the job `finishBlocks` completes. `who`, `command` and `reason`: for the audit of what it ends. */
export type UnfinishedBlock = {
  readonly userId: string;
  readonly blockedAt: Instant;
  readonly who: string;
  readonly command: string;
  readonly reason: string;
  /** How often the job has failed. */
  readonly failures?: number;
  /** The sort key in the list of what is due; a write is conditional on it. */
  readonly gsi5sk: string;
};

/**
 * How long after a block the job looks again. By then the indexes show every message that was paid before the block: they are behind
 * the table by less than a second.
 */
const PAUSE = MINUTE;

/** The step that hands a block over to the job. */
export const leaveToJob = (
  userId: string,
  audit: Pick<UnfinishedBlock, 'who' | 'command' | 'reason'>,
  now: Instant,
): Step<never> =>
  put({
    ...unfinishedBlockKey(userId),
    ...audit,
    userId,
    blockedAt: now,
    ...dueIndex('BLOCK', later(now, PAUSE), userId),
  });

/** A slice of the ids of people whose block is to be completed, the longest overdue first. */
export async function dueBlocks(
  table: TableReader,
  now: Instant,
  slice: Slice,
): Promise<{ readonly userIds: string[]; readonly next: Cursor | undefined }> {
  const { items, next } = await dueItems(table, 'BLOCK', now, slice);
  return { userIds: items.map(userIn), next };
}

/** The unfinished block of an account; undefined if there is none. */
export const unfinishedBlockOf = (
  table: TableReader,
  userId: string,
): Promise<UnfinishedBlock | undefined> => table.get<UnfinishedBlock>(unfinishedBlockKey(userId));

/** Ends the work of the job on a block. CHANGED: the account was blocked again, or another run was faster. */
export const removeUnfinishedBlock = (
  table: TableWriter,
  { userId, gsi5sk }: UnfinishedBlock,
): Promise<'done' | 'CHANGED'> =>
  table.write(
    remove(unfinishedBlockKey(userId), {
      when: { gsi5sk },
      otherwise: 'CHANGED',
    }),
  );

/** Postpones a block that the job could not complete. CHANGED: the account was blocked again, or another run was faster. */
export const postponeBlock = (
  table: TableWriter,
  { userId, gsi5sk }: UnfinishedBlock,
  { at, failures }: { readonly at: Instant; readonly failures: number },
): Promise<'done' | 'CHANGED'> =>
  table.write(
    update(
      unfinishedBlockKey(userId),
      { set: { gsi5sk: dueIndex('BLOCK', at, userId).gsi5sk, failures } },
      { when: { gsi5sk }, otherwise: 'CHANGED' },
    ),
  );
