import { endPlan } from '../../../functions/billing/subscriptions.ts';
import { settleMoneyOrLeaveIt } from '../../../functions/conversations/settle-payment.ts';
import { blockAccount, unblockAccount } from '../../../functions/storage/accounts/blocks.ts';
import type { User } from '../../../functions/storage/accounts/users.ts';
import { endAllSessions } from '../../../functions/storage/auth/sessions.ts';
import { listConversations } from '../../../functions/storage/conversations/conversation-lists.ts';
import { changeConversation } from '../../../functions/storage/conversations/conversations.ts';
import { balanceOf, owedTo } from '../../../functions/storage/ledger/ledger.ts';
import { SUPPORT_USERNAME } from '../../../shared/brand.ts';
import { formatMoney, ZERO } from '../../../shared/money.ts';
import { Refusal } from '../../../shared/refusals.ts';
import { isPaid } from '../../../shared/rules/billing/plans.ts';
import type { Conversation } from '../../../shared/rules/conversations/conversations.ts';
import type { BoxName } from '../../../shared/rules/conversations/counters.ts';
import { takeBackForSender, withdraw } from '../../../shared/rules/conversations/manual-refunds.ts';
import { CliError } from '../../cli-error.ts';
import { actOf, byId, momentText, type OpsDesk, type Plan, type Word } from './plan.ts';
import { audited } from './refund.ts';

/*
 * Blocking: first the account, in one transaction with the audit item; then, one by one, each in a transaction with its
 * own, the messages that wait with it. Whatever interrupts it, the same command again does the rest and nothing twice.
 */

/** Blocks an account, or does what was left to do of that. Throws a CliError for the product's own. */
export async function planBlock(desk: OpsDesk, user: User): Promise<Plan> {
  if (user.username === SUPPORT_USERNAME)
    throw new CliError('This is the product’s own account: help tickets go to it.');
  const { table } = desk;
  const inbox = await waitingIds(desk, user, 'INBOX');
  const orders = await waitingIds(desk, user, 'ORDERS');
  const balance = owedTo(await balanceOf(table, user.id));
  const ends = endsPlan(user);
  const left = inbox.length + orders.length > 0 || ends;
  const since =
    user.blockedAt && `@${user.username} is blocked since ${momentText(user.blockedAt)}.`;
  if (since && !left) return { says: [since] };
  const says = [
    since ?? `@${user.username} (${user.fullName}) is blocked: all sessions end, nobody signs in.`,
    `${inbox.length} messages that wait for their answer go back to their senders.`,
    `${orders.length} messages that they sent and that wait are taken back, with the money.`,
    ...(ends ? ['Their plan ends with the month that is paid.'] : []),
    ...(balance > ZERO
      ? [`What they are owed, ${formatMoney(balance)}, is kept and not paid out.`]
      : []),
  ];
  return { says, act: (word) => block(desk, user, word) };
}

const endsPlan = ({ licenseId, membership }: User) => isPaid(licenseId) && !membership?.ending;

async function block(desk: OpsDesk, user: User, typed: Word): Promise<string[]> {
  const { table, now } = desk;
  const word = byId(typed, 'block', user);
  const act = actOf(desk, word, user.id, 'The account is blocked.');
  const outcome = await blockAccount(table, user.id, act, now);
  await endAllSessions(table, user.id);
  const back = await endWaiting(desk, user, 'INBOX', word);
  const taken = await endWaiting(desk, user, 'ORDERS', word);
  return [
    outcome === 'done' ? `@${user.username} is blocked.` : `@${user.username} was blocked already.`,
    `${back} messages went back to their senders, ${taken} were taken back.`,
    ...(await endTheirPlan(desk, user)),
  ];
}

/** A subscription is nobody's to pay for who cannot use it. */
async function endTheirPlan(desk: OpsDesk, user: User): Promise<string[]> {
  if (!endsPlan(user)) return [];
  try {
    await endPlan(desk, user.id);
    return ['Their plan ends with the month that is paid.'];
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return [`Their plan could not be ended: ${fault.message} Say the same again in a while.`];
  }
}

/** Ends what waits and was paid for, on one side of somebody; answers how much that was. */
async function endWaiting(desk: OpsDesk, user: User, box: BoxName, word: Word): Promise<number> {
  const { table, now } = desk;
  let ended = 0;
  for (const id of await waitingIds(desk, user, box)) {
    let isDone = false;
    const decide = (current: Conversation) => {
      isDone = current.status === 'PENDING';
      if (!isDone) return undefined;
      const step = box === 'INBOX' ? withdraw(current, now) : takeBackForSender(current, now);
      const outcome = `${formatMoney(current.price)} goes back to the sender: an account is blocked.`;
      return audited(desk, word, current, step, outcome);
    };
    const after = await changeConversation(table, id, now, decide);
    if (after) await settleMoneyOrLeaveIt(desk, after);
    if (isDone) ended += 1;
  }
  return ended;
}

/** What waits and was paid for; a help ticket stays, it may be about this very block. */
async function waitingIds({ table }: OpsDesk, user: User, box: BoxName): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const list = { userId: user.id, box, shelf: 'PENDING', skip: 0, limit: 50 } as const;
    const page = await listConversations(table, { ...list, cursor });
    ids.push(
      ...(page?.conversations ?? []).filter(({ price }) => price > ZERO).map(({ id }) => id),
    );
    cursor = page?.cursor;
  } while (cursor);
  return ids;
}

const UNBLOCKED = 'The account is not blocked any more.';

/** Lets somebody use their account again. */
export async function planUnblock(desk: OpsDesk, user: User): Promise<Plan> {
  if (user.deletedAt !== undefined) throw new CliError('This account was deleted.');
  if (user.blockedAt === undefined) return { says: [`@${user.username} is not blocked.`] };
  const says = [
    `@${user.username} (${user.fullName}) can sign in again, and takes messages as before.`,
    'What they are owed goes out with the next payouts. A plan that was ended stays so.',
  ];
  const act = async (word: Word) => {
    const audit = actOf(desk, byId(word, 'unblock', user), user.id, UNBLOCKED);
    const outcome = await unblockAccount(desk.table, user.id, audit, desk.now);
    return [outcome === 'done' ? 'Done.' : `@${user.username} is not blocked.`];
  };
  return { says, act };
}
