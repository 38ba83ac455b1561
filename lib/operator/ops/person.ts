import plans from 'libphonenumber-js/min/metadata';
import { heldUntilOf } from '../../../functions/payouts/payout-holds.ts';
import {
  type User,
  userByCurrentOrEarlierUsername,
  userById,
  userByPhone,
} from '../../../functions/storage/accounts/users.ts';
import { listConversations } from '../../../functions/storage/conversations/conversation-lists.ts';
import { mailboxCountsOf } from '../../../functions/storage/conversations/list-counters.ts';
import {
  type Balance,
  balanceOf,
  debtOf,
  owedTo,
} from '../../../functions/storage/ledger/ledger.ts';
import { ledgerPage } from '../../../functions/storage/ledger/ledger-pages.ts';
import { dueBalanceOf } from '../../../functions/storage/payouts/balances.ts';
import { payoutAccountOf } from '../../../functions/storage/payouts/payout-accounts.ts';
import { payoutsOf } from '../../../functions/storage/payouts/payouts.ts';
import type { TableReader } from '../../../functions/storage/table.ts';
import { formatMoney, ZERO } from '../../../shared/money.ts';
import { phoneNumberOf } from '../../../shared/rules/auth/phone-numbers.ts';
import type { MailboxName } from '../../../shared/rules/conversations/counters.ts';
import { ledgerLineOf, signedMoney } from '../../../shared/rules/ledger/ledger-lines.ts';
import type { OwedBalance } from '../../../shared/rules/payouts/payouts.ts';
import { hasVerifiedBadge } from '../../../shared/rules/profiles/badge.ts';
import type { Instant } from '../../../shared/time.ts';
import { CliError } from '../../cli-error.ts';
import { momentText, type OpsContext } from './plan.ts';

/** Characters of phone numbers that no username contains. */
const PHONE_NUMBER_CHARACTER = /[+()\s-]/;

/** Finds an account by its username (current or former), id or phone number. Throws a CliError when there is none. */
export async function personBy(table: TableReader, name: string, now: Instant): Promise<User> {
  const user = await (/^[0-9A-HJKMNP-TV-Z]{26}$/.test(name)
    ? userById(table, name, now)
    : PHONE_NUMBER_CHARACTER.test(name)
      ? userByPhone(table, phoneNumberOf(name, 'US', plans) ?? name, now)
      : userByCurrentOrEarlierUsername(table, name.replace(/^@/, '').toLowerCase(), now));
  if (!user)
    throw new CliError(
      `No account matches ${name}. Use a username, an id, or a phone number such as +15551234567.`,
    );
  return user;
}

/** Describes an account: status, money, payouts, and conversations without the text of messages. */
export async function describePerson({ table, now }: OpsContext, user: User): Promise<string[]> {
  const [balance, account, payouts, ledger, owed] = await Promise.all([
    balanceOf(table, user.id),
    payoutAccountOf(table, user.id),
    payoutsOf(table, user.id),
    ledgerPage(table, user.id, {}, 20),
    dueBalanceOf(table, user.id),
  ]);
  return [
    ...accountLines(user),
    '',
    `Owed now       ${formatMoney(owedTo(balance))}${payoutsInProgress(balance)}`,
    ...(debtOf(balance) > ZERO
      ? [`Owes us        ${formatMoney(debtOf(balance))}, repaid from their next earnings`]
      : []),
    ...payoutHoldLines(owed, now),
    `Earned         ${formatMoney(balance.totalEarnings)} with ${balance.totalMessages} answers`,
    `Payouts go to  ${account ? `${account.accountId} (${account.status})` : 'no account yet'}`,
    ...payouts.map(
      ({ period, amount, status, transferId = '' }) =>
        `  ${period}  ${formatMoney(amount)}  ${status}  ${transferId}`,
    ),
    ...(await mailboxLines(table, user, 'INBOX', 'Messages to them')),
    ...(await mailboxLines(table, user, 'ORDERS', 'Messages from them')),
    '',
    'Ledger, the newest 20',
    ...(ledger?.entries ?? []).map((entry) => {
      const line = ledgerLineOf(entry, user.id);
      return `  ${momentText(line.at)}  ${signedMoney(line.net)}  ${entry.cause}`;
    }),
  ];
}

const payoutHoldLines = (owed: OwedBalance | undefined, now: Instant) => {
  const until = owed && heldUntilOf(owed, now);
  return until
    ? [`Held           for a check until ${momentText(until)}: ${owed.heldFor?.join(', ')}`]
    : [];
};

const payoutsInProgress = ({ outgoing, waiting }: Balance) =>
  outgoing > ZERO
    ? `, including ${formatMoney(outgoing)} in payouts (${formatMoney(waiting)} waiting for their payout account)`
    : '';

function accountLines(user: User): string[] {
  const { blockedAt, membership, card } = user;
  return [
    `${user.fullName}  @${user.username}  ${user.id}`,
    ...(blockedAt === undefined ? [] : [`BLOCKED since ${momentText(blockedAt)}`]),
    `Phone          ${user.phoneNumber || 'none'}${user.verified ? '' : ' (not confirmed)'}`,
    `Since          ${momentText(user.createdAt)}`,
    `Last seen      ${user.lastSeenAt === undefined ? 'never' : momentText(user.lastSeenAt)}`,
    `Plan           ${user.licenseId}${hasVerifiedBadge(user) ? ', verified badge' : ''}${
      membership
        ? `, ${membership.ending ? 'ends' : 'paid until'} ${momentText(membership.paidUntil)}`
        : ''
    }`,
    `Accepts        ${user.paidResponseCommitment} a month at ${formatMoney(user.paidResponsePrice)}`,
    `Stripe         ${user.stripeCustomerId ?? 'no customer yet'}${
      card ? `, ${card.brand} ${card.lastFour}` : ''
    }`,
  ];
}

async function mailboxLines(
  table: TableReader,
  { id: userId }: User,
  mailbox: MailboxName,
  title: string,
) {
  const [counts, page] = await Promise.all([
    mailboxCountsOf(table, userId, mailbox),
    listConversations(table, { userId, mailbox, filter: 'ALL', skip: 0, limit: 10 }),
  ]);
  const side = mailbox === 'INBOX' ? 'sender' : 'recipient';
  return [
    '',
    `${title}: ${counts.ALL ?? 0}, ${counts.PENDING ?? 0} waiting`,
    ...(page?.conversations ?? []).map(
      ({ id, status, price, modifiedAt, [side]: other }) =>
        `  ${id}  ${momentText(modifiedAt)}  ${status}  ${formatMoney(price)}  @${other.username}`,
    ),
  ];
}
