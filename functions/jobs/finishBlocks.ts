import { schedules } from '#shared/api/schedules.ts';
import { retryPause } from '#shared/rules/retry-pause.ts';
import { later } from '#shared/time.ts';
import { endsPlan, endWhatIsPending } from '../desk/account-blocks.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serveSchedule, type Work as WorkOf } from '../serve-work.ts';
import {
  dueBlocks,
  postponeBlock,
  removeUnfinishedBlock,
  type UnfinishedBlock,
  unfinishedBlockOf,
} from '../storage/accounts/unfinished-blocks.ts';
import { userById } from '../storage/accounts/users.ts';
import { dueTime } from '../storage/index-keys.ts';
import { sweepItems } from '../sweep-items.ts';

/**
 * Completes blocks of accounts: a minute after each, it ends what is still pending. That is what an interrupted block left, and a
 * message that was paid so shortly before the block that the index did not show it yet.
 */
export const handler = serveSchedule(schedules.finishBlocks, (work) => finishAll(work), {
  gives: { subscriptions },
});

type Work = WorkOf<(typeof schedules.finishBlocks.uses)[number]>;

const BATCH_SIZE = 20;

/**
 * Completes all blocks that are due, in slices; if the time runs out, the next run continues. Safe to run twice, concurrently or late:
 * what has ended is not ended again, and the item is removed last. One that fails is postponed, longer each time, and does not block
 * the others; this throws at the end.
 */
async function finishAll(work: Work): Promise<void> {
  const { done, faults } = await sweepItems({
    ...work,
    read: async (from) => {
      const { userIds, next } = await dueBlocks(work.table, work.now, { limit: BATCH_SIZE, from });
      return { items: userIds, next };
    },
    handle: (userId) => finishOrPostpone(work, userId),
  });
  if (done > 0) work.log.info('blocks', { done, faults });
  if (faults > 0) throw new Error(`${faults} of ${done} blocks of accounts could not be completed`);
}

async function finishOrPostpone(work: Work, userId: string): Promise<void> {
  const { table, now } = work;
  const block = await unfinishedBlockOf(table, userId);
  // Another run has completed it since the list was read, or the index does not show yet that it is due later.
  if (!block || dueTime(block.gsi5sk) > now) return;
  try {
    await finish(work, block);
  } catch (fault) {
    const failures = (block.failures ?? 0) + 1;
    await postponeBlock(table, block, { at: later(now, retryPause(failures)), failures });
    throw fault;
  }
}

async function finish(work: Work, block: UnfinishedBlock): Promise<void> {
  const { table, now } = work;
  const { userId, blockedAt, who, command, reason } = block;
  const user = await userById(table, userId, now);
  // Otherwise this block has ended, or the account was deleted, which happens only when nothing is pending.
  if (user?.blockedAt === blockedAt && user.deletedAt === undefined) {
    await endWhatIsPending({ ...work, who }, user, { command, reason });
    const after = await userById(table, userId, now);
    if (after && endsPlan(after)) throw new Error('the plan could not be ended');
  }
  await removeUnfinishedBlock(table, block);
}
