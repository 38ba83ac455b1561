import { settleMoneyOrDefer } from '#functions/conversations/settle-payment.ts';
import {
  blockAndEnd,
  blockStatementSteps,
  endsPlan,
  pendingConversationIds,
} from '#functions/desk/account-blocks.ts';
import { unblockAccount } from '#functions/storage/accounts/blocks.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { balanceOf, owedTo } from '#functions/storage/ledger/ledger.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { formatMoney, ZERO } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { CliError } from '../../cli-error.ts';
import {
  type AuditNote,
  auditEntryOf,
  byId,
  momentText,
  type OpsContext,
  type Plan,
} from './plan.ts';

/** Plans to block an account, or to finish an interrupted block. Throws a CliError for the support account. */
export async function planBlock(context: OpsContext, user: User): Promise<Plan> {
  if (user.username === SUPPORT_USERNAME)
    throw new CliError(
      'This is the support account, which receives help tickets. It cannot be blocked.',
    );
  const { table } = context;
  const inbox = await pendingConversationIds(table, user, 'INBOX');
  const orders = await pendingConversationIds(table, user, 'ORDERS');
  const balance = owedTo(await balanceOf(table, user.id));
  const ends = endsPlan(user);
  const isUnfinished = inbox.length + orders.length > 0 || ends;
  const since =
    user.blockedAt && `@${user.username} has been blocked since ${momentText(user.blockedAt)}.`;
  if (since && !isUnfinished) return { summary: [since] };
  const summary = [
    since ??
      `@${user.username} (${user.fullName}) will be blocked: all sessions end, and no one can sign in.`,
    ...(since
      ? []
      : ['They get a statement of reasons, which quotes your --reason, and may appeal.']),
    `${inbox.length} pending letters to them end, and their senders are refunded.`,
    `${orders.length} pending letters from them are withdrawn, and they are refunded.`,
    ...(ends ? ['Their plan ends after the month that is paid for.'] : []),
    ...(balance > ZERO
      ? [`Their balance, ${formatMoney(balance)}, is kept and not paid out.`]
      : []),
  ];
  return { summary, apply: (note) => block(context, user, note) };
}

async function block(context: OpsContext, user: User, typed: AuditNote): Promise<string[]> {
  const note = byId(typed, 'block', user);
  const settle = (conversation: Conversation) => settleMoneyOrDefer(context, conversation);
  const { outcome, toThem, fromThem, plan } = await blockAndEnd(context, user, note, {
    settle,
    beside: blockStatementSteps(user.id, { reason: note.reason }, context.now),
  });
  return [
    outcome === 'done' ? `@${user.username} is blocked.` : `@${user.username} was already blocked.`,
    `${toThem} letters to them ended and ${fromThem} letters from them were withdrawn, all with a refund.`,
    ...(plan ? [plan] : []),
  ];
}

const UNBLOCKED = 'The account is unblocked.';

/** Plans to unblock an account. */
export async function planUnblock(context: OpsContext, user: User): Promise<Plan> {
  if (user.deletedAt !== undefined) throw new CliError('This account was deleted.');
  if (user.blockedAt === undefined) return { summary: [`@${user.username} is not blocked.`] };
  const summary = [
    `@${user.username} (${user.fullName}) can sign in again and receive letters as before.`,
    'Their balance is paid out with the next payouts. A plan that was ended is not restored.',
  ];
  const apply = async (note: AuditNote) => {
    const audit = auditEntryOf(context, byId(note, 'unblock', user), user.id, UNBLOCKED);
    const outcome = await unblockAccount(context.table, user.id, audit, context.now);
    return [outcome === 'done' ? 'Done.' : `@${user.username} is not blocked.`];
  };
  return { summary, apply };
}
