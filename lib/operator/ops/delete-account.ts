import { forgetAccount } from '../../../functions/storage/accounts/deletions.ts';
import type { User } from '../../../functions/storage/accounts/users.ts';
import { forgetDrafts } from '../../../functions/storage/conversations/drafts.ts';
import { boxOf } from '../../../functions/storage/conversations/list-counters.ts';
import { balanceOf, debtOf, owedTo } from '../../../functions/storage/ledger/ledger.ts';
import { linksOf, removeLink } from '../../../functions/storage/links/links.ts';
import { payoutsOf } from '../../../functions/storage/payouts/payouts.ts';
import { type Cents, formatMoney, ZERO } from '../../../shared/money.ts';
import { later, MINUTE } from '../../../shared/time.ts';
import { CliError } from '../../cli-error.ts';
import { picturesOf, removePictures } from './pictures.ts';
import { actOf, byId, momentText, type OpsDesk, type Plan, type Word } from './plan.ts';

/** A function is ended after 25 seconds at the latest. */
const LONGEST_CALL = MINUTE;

/**
 * Forgets whose an account was, and removes its pictures with all of their versions. Throws a CliError while it is not blocked, a
 * call that began before the block may still write, or something waits, is being paid out or is being reversed.
 */
export async function planDeletion(desk: OpsDesk, user: User): Promise<Plan> {
  const { table, now } = desk;
  if (user.deletedAt !== undefined) return planLeftPictures(user);
  if (user.blockedAt === undefined)
    throw new CliError('Block the account first: what waits is given back by that.');
  const over = later(user.blockedAt, LONGEST_CALL);
  if (now < over)
    throw new CliError(
      `A call that began before the block may still add a portrait or a link: run this again after ${momentText(over)}.`,
    );
  const [inbox, orders, payouts, balance] = await Promise.all([
    boxOf(table, user.id, 'INBOX'),
    boxOf(table, user.id, 'ORDERS'),
    payoutsOf(table, user.id),
    balanceOf(table, user.id),
  ]);
  if (inbox.PENDING || orders.PENDING)
    throw new CliError('Messages wait still: say block once more, or answer the help ticket.');
  if (payouts.some(({ status }) => status === 'SENDING'))
    throw new CliError(
      'A payout is on its way to them: unblock the account until it has gone out.',
    );
  // What waits for an account at Stripe that they may never open is part of it.
  const owed = owedTo(balance);
  const debt = debtOf(balance);
  if (balance.balance < ZERO && balance.outgoing > ZERO)
    throw new CliError(
      'A payout of theirs waits while they owe us: it is cancelled by the next payout run.',
    );
  if (balance.recovering > ZERO)
    throw new CliError(
      'A transfer to them is being reversed for what they owe: run this again when the next payout run has booked it.',
    );
  const says = [
    `@${user.username} (${user.fullName}) is forgotten for good: name, phone, portrait, bio, links, unsent letters, card, password, known devices.`,
    'The username and the phone number are free for others. This cannot be undone.',
    'Others keep what they wrote to each other, with the name of that day; the ledger keeps the id.',
    ...(owed > ZERO
      ? [
          `They are owed ${formatMoney(owed)}, which nobody can claim afterwards: pay it out before.`,
        ]
      : []),
    ...(debt > ZERO
      ? [`They owe ${formatMoney(debt)}, which the platform bears from then on.`]
      : []),
  ];
  return { says, act: (word) => forget(desk, user, debt, word) };
}

async function forget(desk: OpsDesk, user: User, debt: Cents, word: Word): Promise<string[]> {
  const { table, now } = desk;
  for (const { id } of await linksOf(table, user.id)) await removeLink(table, user.id, id);
  const outcome = 'Whose the account was is forgotten.';
  const act = actOf(desk, byId(word, 'delete-account', user), user.id, outcome);
  await forgetDrafts(table, user.id);
  if ((await forgetAccount(table, user, act, debt, now)) !== 'done')
    throw new CliError('The account changed in this moment: look at it again.');
  return ['Done.', await withoutPictures(user)];
}

/** The command died after the account was forgotten and before the last of its pictures was removed. */
async function planLeftPictures(user: User): Promise<Plan> {
  const left = (await picturesOf(user.id)).length;
  if (left === 0) return { says: ['It was deleted already.'] };
  return {
    says: [`It was deleted already, but ${left} stored versions of its pictures are left.`],
    act: async () => ['Done.', await withoutPictures(user)],
  };
}

const withoutPictures = async ({ id }: User): Promise<string> =>
  `Removed ${await removePictures(id)} stored versions of its pictures.`;
