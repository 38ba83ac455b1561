import { cancelPlan } from '../../../functions/billing/subscriptions.ts';
import { settleMoneyOrDefer } from '../../../functions/conversations/settle-payment.ts';
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
import { type Conversation, isPending } from '../../../shared/rules/conversations/conversations.ts';
import type { MailboxName } from '../../../shared/rules/conversations/counters.ts';
import {
  cancelByOperator,
  expireByOperator,
} from '../../../shared/rules/conversations/manual-refunds.ts';
import { CliError } from '../../cli-error.ts';
import {
  type AuditNote,
  auditEntryOf,
  byId,
  momentText,
  type OpsContext,
  type Plan,
} from './plan.ts';
import { withAudit } from './refund.ts';

/*
 * Blocks an account in one transaction with its audit item; then ends its pending conversations, each in a transaction
 * with an audit item of its own. After an interruption, the same command does the rest and repeats nothing.
 */

/** Plans to block an account, or to finish an interrupted block. Throws a CliError for the support account. */
export async function planBlock(context: OpsContext, user: User): Promise<Plan> {
  if (user.username === SUPPORT_USERNAME)
    throw new CliError(
      'This is the support account, which receives help tickets. It cannot be blocked.',
    );
  const { table } = context;
  const inbox = await pendingConversationIds(context, user, 'INBOX');
  const orders = await pendingConversationIds(context, user, 'ORDERS');
  const balance = owedTo(await balanceOf(table, user.id));
  const ends = endsPlan(user);
  const isUnfinished = inbox.length + orders.length > 0 || ends;
  const since =
    user.blockedAt && `@${user.username} has been blocked since ${momentText(user.blockedAt)}.`;
  if (since && !isUnfinished) return { summary: [since] };
  const summary = [
    since ??
      `@${user.username} (${user.fullName}) will be blocked: all sessions end, and nobody can sign in.`,
    `${inbox.length} pending messages to them end, and their senders are refunded.`,
    `${orders.length} pending messages from them are withdrawn, and they are refunded.`,
    ...(ends ? ['Their plan ends after the month that is paid for.'] : []),
    ...(balance > ZERO
      ? [`Their balance, ${formatMoney(balance)}, is kept and not paid out.`]
      : []),
  ];
  return { summary, apply: (note) => block(context, user, note) };
}

const endsPlan = ({ licenseId, membership }: User) => isPaid(licenseId) && !membership?.ending;

async function block(context: OpsContext, user: User, typed: AuditNote): Promise<string[]> {
  const { table, now } = context;
  const note = byId(typed, 'block', user);
  const audit = auditEntryOf(context, note, user.id, 'The account is blocked.');
  const outcome = await blockAccount(table, user.id, audit, now);
  await endAllSessions(table, user.id);
  const back = await endPendingConversations(context, user, 'INBOX', note);
  const taken = await endPendingConversations(context, user, 'ORDERS', note);
  return [
    outcome === 'done' ? `@${user.username} is blocked.` : `@${user.username} was already blocked.`,
    `${back} messages to them ended and ${taken} messages from them were withdrawn, all with a refund.`,
    ...(await endTheirPlan(context, user)),
  ];
}

/** Ends a paid plan, because a blocked account cannot use it. */
async function endTheirPlan(context: OpsContext, user: User): Promise<string[]> {
  if (!endsPlan(user)) return [];
  try {
    await cancelPlan(context, user.id);
    return ['Their plan ends after the month that is paid for.'];
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return [`Their plan could not be ended: ${fault.message} Run the same command again later.`];
  }
}

/** Ends the pending paid conversations in one of the user's mailboxes. Returns how many there were. */
async function endPendingConversations(
  context: OpsContext,
  user: User,
  mailbox: MailboxName,
  note: AuditNote,
): Promise<number> {
  const { table, now } = context;
  let ended = 0;
  for (const id of await pendingConversationIds(context, user, mailbox)) {
    let isDone = false;
    const decide = (current: Conversation) => {
      isDone = isPending(current.status);
      if (!isDone) return undefined;
      const step =
        mailbox === 'INBOX' ? expireByOperator(current, now) : cancelByOperator(current, now);
      const outcome = `${formatMoney(current.price)} goes back to the sender: an account is blocked.`;
      return withAudit(context, note, current, step, outcome);
    };
    const after = await changeConversation(table, id, now, decide);
    if (after) await settleMoneyOrDefer(context, after);
    if (isDone) ended += 1;
  }
  return ended;
}

/** The ids of pending paid conversations. Help tickets (which are free) stay open: one may be about this block. */
async function pendingConversationIds(
  { table }: OpsContext,
  user: User,
  mailbox: MailboxName,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const list = { userId: user.id, mailbox, filter: 'PENDING', skip: 0, limit: 50 } as const;
    const page = await listConversations(table, { ...list, cursor });
    ids.push(
      ...(page?.conversations ?? []).filter(({ price }) => price > ZERO).map(({ id }) => id),
    );
    cursor = page?.cursor;
  } while (cursor);
  return ids;
}

const UNBLOCKED = 'The account is unblocked.';

/** Plans to unblock an account. */
export async function planUnblock(context: OpsContext, user: User): Promise<Plan> {
  if (user.deletedAt !== undefined) throw new CliError('This account was deleted.');
  if (user.blockedAt === undefined) return { summary: [`@${user.username} is not blocked.`] };
  const summary = [
    `@${user.username} (${user.fullName}) can sign in again and receive messages as before.`,
    'Their balance is paid out with the next payouts. A plan that was ended is not restored.',
  ];
  const apply = async (note: AuditNote) => {
    const audit = auditEntryOf(context, byId(note, 'unblock', user), user.id, UNBLOCKED);
    const outcome = await unblockAccount(context.table, user.id, audit, context.now);
    return [outcome === 'done' ? 'Done.' : `@${user.username} is not blocked.`];
  };
  return { summary, apply };
}
