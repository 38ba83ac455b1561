import {
  deletionFactsOf,
  LONGEST_CALL,
  removePersonalData,
} from '#functions/accounts/delete-account.ts';
import { deletionWithAccount } from '#functions/storage/accounts/account-deletions.ts';
import { decideDeletion } from '#functions/storage/accounts/deletions.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { mailboxCountsOf } from '#functions/storage/conversations/list-counters.ts';
import { debtOf, owedTo } from '#functions/storage/ledger/ledger.ts';
import { type Cents, formatMoney, ZERO } from '#shared/money.ts';
import {
  type DeletionObstacle,
  deletionObstacle,
} from '#shared/rules/accounts/account-deletion.ts';
import { later, MINUTE } from '#shared/time.ts';
import { CliError } from '../../cli-error.ts';
import { picturesOf, removePictures } from './pictures.ts';
import {
  type AuditNote,
  auditEntryOf,
  byId,
  momentText,
  type OpsContext,
  type Plan,
} from './plan.ts';

const OBSTACLES: Readonly<Record<DeletionObstacle, string>> = {
  CLAIM_OPEN:
    'A claim about one of their answers has not ended: wait until it has, or decide it at the desk.',
  PAYOUT_SENDING: 'A payout to them is being sent: unblock the account until it is done.',
  DEBT_IN_PAYOUT:
    'They owe us money, and a payout to them is waiting: the next payout run cancels it. Run this again after that.',
  TRANSFER_REVERSING:
    'A transfer to them is being reversed for their debt: run this again after the next payout run.',
};

/**
 * Plans to delete the personal data of an account, and all versions of the pictures of its profile. Throws a CliError while the
 * account is not blocked, while a request from before the block may still be running, and while a message, claim, payout or
 * reversal is pending.
 */
export async function planDeletion(context: OpsContext, user: User): Promise<Plan> {
  const { table, now } = context;
  if (user.deletedAt !== undefined) return planRest(context, user);
  if (user.blockedAt === undefined)
    throw new CliError('Block the account first. That also refunds its pending letters.');
  const over = later(user.blockedAt, LONGEST_CALL);
  if (now < over)
    throw new CliError(
      `A request from before the block may still be running. Run this again after ${momentText(over)}.`,
    );
  const [inbox, orders, facts] = await Promise.all([
    mailboxCountsOf(table, user.id, 'INBOX'),
    mailboxCountsOf(table, user.id, 'ORDERS'),
    deletionFactsOf(table, user.id),
  ]);
  if (inbox.PENDING || orders.PENDING)
    throw new CliError(
      'Some messages are still pending: run block again, or answer the help ticket.',
    );
  const obstacle = deletionObstacle(facts);
  if (obstacle) throw new CliError(OBSTACLES[obstacle]);
  // Includes payouts that wait for a Stripe account, which they may never open.
  const owed = owedTo(facts);
  const debt = debtOf(facts);
  const summary = [
    `@${user.username} (${user.fullName}) will be deleted: name, phone, picture, bio, links, drafts, saved replies, card, password, passkeys, known devices and odds.`,
    'They leave their groups; those that they own go to another member.',
    'The username and the phone number become available to others. This cannot be undone.',
    'Other people keep their conversations and chats with this account, with pictures in chats, under its name at that time. The ledger keeps the account id.',
    ...(owed > ZERO
      ? [
          `They are owed ${formatMoney(owed)}, which cannot be paid out afterward: pay it out first.`,
        ]
      : []),
    ...(debt > ZERO
      ? [`They owe ${formatMoney(debt)}, which becomes a loss of the platform.`]
      : []),
  ];
  return { summary, apply: (note) => forget(context, user, debt, note) };
}

async function forget(
  context: OpsContext,
  user: User,
  debt: Cents,
  note: AuditNote,
): Promise<string[]> {
  const outcome = 'The account is deleted.';
  const { table, now } = context;
  const act = auditEntryOf(context, byId(note, 'delete-account', user), user.id, outcome);
  const decision = { act, debt, restAt: later(now, JOB_WAIT) };
  if ((await decideDeletion(table, user, decision, now)) !== 'done')
    throw new CliError('The account has just changed. Check it and run this again.');
  return removeData(context, user);
}

/** How long the job leaves the rest of a deletion to the command that decided it. */
const JOB_WAIT = 5 * MINUTE;

async function removeData(context: OpsContext, user: User): Promise<string[]> {
  await removePersonalData(context, user);
  return ['Done.', await withoutPictures(user)];
}

/** Plans the rest of a deletion that was interrupted before all data and pictures were removed. */
async function planRest(context: OpsContext, user: User): Promise<Plan> {
  if ((await deletionWithAccount(context.table, user.id)).deletion)
    return {
      summary: ['The account is already deleted, but some of its data remains.'],
      apply: () => removeData(context, user),
    };
  const left = (await picturesOf(user.id)).length;
  if (left === 0) return { summary: ['The account is already deleted.'] };
  return {
    summary: [
      `The account is already deleted, but ${left} stored versions of its pictures remain.`,
    ],
    apply: async () => ['Done.', await withoutPictures(user)],
  };
}

const withoutPictures = async ({ id }: User): Promise<string> =>
  `Removed ${await removePictures(id)} stored versions of its pictures.`;
