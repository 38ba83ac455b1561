import { schedules } from '#shared/api/schedules.ts';
import { ZERO } from '#shared/money.ts';
import {
  deletionReminderAt,
  OBSTACLE_PAUSE,
  ownDeletionObstacle,
} from '#shared/rules/accounts/account-deletion.ts';
import { retryPause } from '#shared/rules/retry-pause.ts';
import { type Instant, later } from '#shared/time.ts';
import { deletionFactsOf, LONGEST_CALL, removePersonalData } from '../accounts/delete-account.ts';
import { removeDueAttachment } from '../attachments/due-attachments.ts';
import { cancelPlan } from '../billing/subscriptions.ts';
import { removeUnusedFiles } from '../chat/unused-files.ts';
import { settleMoneyOrDefer } from '../conversations/settle-payment.ts';
import { withdrawThanksOf } from '../conversations/withdraw-thanks.ts';
import { blockAndEnd, endsPlan, endWhatIsPending } from '../desk/account-blocks.ts';
import { auditEntryOf } from '../desk/audit-entries.ts';
import { attachmentRemoval } from '../gateways/attachment-files.ts';
import { cards } from '../gateways/cards.ts';
import { chatPictures, media } from '../gateways/media.ts';
import { payments } from '../gateways/payments.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { picturesIn } from '../html.ts';
import { removeFormerPortrait } from '../profiles/portraits.ts';
import { serveSchedule, type Work as WorkOf } from '../serve-work.ts';
import {
  type AccountDeletion,
  deletionWithAccount,
  dueDeletions,
  moveDeletion,
  remindOfDeletion,
} from '../storage/accounts/account-deletions.ts';
import { unblockAccount } from '../storage/accounts/blocks.ts';
import { decideDeletion } from '../storage/accounts/deletions.ts';
import type { User } from '../storage/accounts/users.ts';
import { dueTime } from '../storage/index-keys.ts';
import {
  deletionKey,
  isAttachmentKey,
  isUnusedFilesKey,
  userIn,
  userKey,
} from '../storage/keys.ts';
import { remove, update } from '../storage/table.ts';
import { sweepItems } from '../sweep-items.ts';

/**
 * Deletes the accounts whose people asked for it 14 days ago (docs/product/accounts.md#deleting-your-account), the files that no chat
 * shows any more (docs/product/chat.md#pictures), and attachments that no message has taken (docs/product/attachments.md#deletion).
 */
export const handler = serveSchedule(schedules.deleteAccounts, (work) => deleteAll(work), {
  gives: { payments, subscriptions, cards, media, chatPictures, attachmentRemoval },
});

type Work = WorkOf<(typeof schedules.deleteAccounts.uses)[number]>;

const BATCH_SIZE = 20;

/**
 * Moves all due deletions on, in slices; if the time runs out, the next run continues. Safe to run twice, concurrently or late. One
 * that fails is postponed, longer each time, and does not block the others; this throws at the end.
 *
 * A deletion has two steps, because a request from before the block may still be running: the account is blocked, which ends
 * what is pending with its money rule; a minute later its data is deleted. A process may crash on any line:
 * - before the block is written: the deletion is still due.
 * - after the block: the next step repeats what ends the pending messages and the plan, and deletes only when all has ended.
 * - after the deletion is decided (`deletedAt`): nothing prevents it any more, and everything that follows can be repeated. The last
 *   transaction forgets the account and removes the request.
 */
async function deleteAll(work: Work): Promise<void> {
  const { done, faults } = await sweepItems({
    ...work,
    read: async (from) => {
      const { keys, next } = await dueDeletions(work.table, work.now, {
        limit: BATCH_SIZE,
        from,
      });
      return { items: keys, next };
    },
    handle: (key) =>
      isUnusedFilesKey(key)
        ? removeUnusedFiles(work, key)
        : isAttachmentKey(key)
          ? removeDueAttachment(work, key)
          : moveOnOrPostpone(work, userIn(key)),
  });
  if (done > 0) work.log.info('deletions', { done, faults });
  if (faults > 0) throw new Error(`${faults} of ${done} deletions of accounts or files failed`);
}

async function moveOnOrPostpone(work: Work, userId: string): Promise<void> {
  const { table, now } = work;
  const { deletion, user } = await deletionWithAccount(table, userId);
  if (!deletion || !user) return;
  // Another run has moved it on since the list was read, or the index does not show yet that it is due later.
  if (dueTime(deletion.gsi5sk) > now) return;
  try {
    await moveOn(work, deletion, user);
  } catch (fault) {
    const failures = (deletion.failures ?? 0) + 1;
    // The block may have moved it meanwhile; then it is due again soon.
    await table.write(
      moveDeletion(deletion, { ...deletion, failures, at: later(now, retryPause(failures)) }),
    );
    throw fault;
  }
}

async function moveOn(work: Work, deletion: AccountDeletion, user: User): Promise<void> {
  const { deletionAt, blockedAt } = user;
  const isClosing = deletion.stage === 'CLOSING' && blockedAt !== undefined;
  if (isClosing && isDecided(user)) return removeData(work, user);
  if (isClosing) return finish(work, deletion, user);
  // An operator blocked the account, and decides what becomes of it.
  if (blockedAt !== undefined || deletionAt === undefined) return drop(work, user);
  if (endsPlan(user)) await cancelPlan(work, user.id);
  // The request did so; this is for one that was interrupted.
  await withdrawThanksOf(work, user.id);
  if (work.now < deletionAt) return schedule(work, deletion, deletionAt);
  if (ownDeletionObstacle(await deletionFactsOf(work.table, user.id)) !== undefined) {
    await postpone(work, deletion);
    return;
  }
  await close(work, deletion, user);
}

/** Ends the request; the account stays as it is. */
async function drop({ table }: Work, { id }: User): Promise<void> {
  await table.transact(update(userKey(id), { remove: ['deletionAt'] }), remove(deletionKey(id)));
}

/** Reminds the person, if it is time, and schedules the next step. */
async function schedule(
  { table, now }: Work,
  deletion: AccountDeletion,
  deletionAt: Instant,
): Promise<void> {
  const reminderAt = deletionReminderAt(deletionAt);
  if (now < reminderAt) await table.write(moveDeletion(deletion, { at: reminderAt }));
  else if (deletion.reminded)
    await table.write(moveDeletion(deletion, { at: deletionAt, reminded: true }));
  else await remindOfDeletion(table, deletion, deletionAt, now);
}

const postpone = ({ table, now }: Work, deletion: AccountDeletion) =>
  table.write(moveDeletion(deletion, { at: later(now, OBSTACLE_PAUSE), reminded: true }));

const NOTE = { command: 'deleteAccounts', reason: 'The person asked for the deletion.' };

/** The context of a block, whose audit names the job. */
const asJob = (work: Work) => ({ ...work, who: 'deleteAccounts' });

/** Blocks the account, without a statement, because nothing is held against the person, and ends what is pending. */
async function close(work: Work, deletion: AccountDeletion, user: User): Promise<void> {
  const at = later(work.now, LONGEST_CALL);
  await blockAndEnd(asJob(work), user, NOTE, {
    beside: [moveDeletion(deletion, { at, stage: 'CLOSING', reminded: true })],
    settle: (conversation) => settleMoneyOrDefer(work, conversation),
  });
}

/**
 * Decides the deletion of a blocked account, and removes its data. If something has come up that prevents it, such as a claim about an
 * answer, the account is opened again, because its person has to be able to react, and the deletion is tried again a day later.
 */
async function finish(work: Work, deletion: AccountDeletion, user: User): Promise<void> {
  const { table } = work;
  await endWhatIsPending(asJob(work), user, NOTE, (conversation) =>
    settleMoneyOrDefer(work, conversation),
  );
  const facts = await deletionFactsOf(table, user.id);
  if (ownDeletionObstacle(facts) !== undefined) return reopen(work, deletion, user);
  const current = await deletionWithAccount(table, user.id);
  if (!current.user || isDecided(current.user)) return;
  if (endsPlan(current.user)) throw new Error('the plan could not be ended');
  const act = auditEntryOf(asJob(work), NOTE, user.id, 'The account is deleted.');
  const decision = { act, debt: ZERO, restAt: work.now };
  const outcome = await decideDeletion(table, current.user, decision, work.now);
  if (outcome === 'done') await removeData(work, current.user);
  else if (!isDecided((await deletionWithAccount(table, user.id)).user))
    throw new Error('the account has just changed');
}

/** Whether the deletion of an account is decided; then another run removes its data. */
const isDecided = (user: User | undefined): boolean => user?.deletedAt !== undefined;

/** Removes the data of an account whose deletion is decided. */
async function removeData(work: Work, user: User): Promise<void> {
  if (user.card) await work.cards.detach(user.card.id);
  await removePictures(work, user);
  await removePersonalData(work, user);
}

async function reopen(work: Work, deletion: AccountDeletion, user: User): Promise<void> {
  const at = later(work.now, OBSTACLE_PAUSE);
  const audit = auditEntryOf(asJob(work), NOTE, user.id, 'The account is unblocked.');
  await unblockAccount(work.table, user.id, audit, work.now, [
    moveDeletion(deletion, { at, reminded: true }),
  ]);
}

/** Removes the pictures of the profile. The bucket deletes their old versions after 30 days. */
async function removePictures({ media }: Work, user: User): Promise<void> {
  const { id, bio, avatarUrl } = user;
  await removeFormerPortrait(media, user);
  if (avatarUrl !== undefined) await media.removePortrait(id, avatarUrl);
  for (const address of picturesIn(bio).keys()) await media.removeBioPicture(id, address);
}
