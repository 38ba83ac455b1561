import plans from 'libphonenumber-js/min/metadata';
import { type Mailbox, mailboxesOf, moneyRecordOf } from '#functions/desk/person-record.ts';
import {
  type User,
  userByCurrentOrEarlierUsername,
  userById,
  userByPhone,
} from '#functions/storage/accounts/users.ts';
import { type Balance, debtOf, owedTo } from '#functions/storage/ledger/ledger.ts';
import { ledgerPage } from '#functions/storage/ledger/ledger-pages.ts';
import type { TableReader } from '#functions/storage/table.ts';
import { formatMoney, ZERO } from '#shared/money.ts';
import { paymentMethodName } from '#shared/payment-method-names.ts';
import { phoneNumberOf } from '#shared/rules/auth/phone-numbers.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { ledgerLineOf, signedMoney } from '#shared/rules/ledger/ledger-lines.ts';
import { hasVerifiedBadge } from '#shared/rules/profiles/badge.ts';
import type { Instant } from '#shared/time.ts';
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
  const [money, mailboxes, ledger] = await Promise.all([
    moneyRecordOf(table, user, now),
    mailboxesOf(table, user),
    ledgerPage(table, user.id, {}, 20),
  ]);
  const { balance, account, payouts, held } = money;
  return [
    ...accountLines(user),
    '',
    `Owed now       ${formatMoney(owedTo(balance))}${payoutsInProgress(balance)}`,
    ...(debtOf(balance) > ZERO
      ? [`Owes us        ${formatMoney(debtOf(balance))}, repaid from their next earnings`]
      : []),
    ...(held
      ? [`Held           for a check until ${momentText(held.until)}: ${held.signs.join(', ')}`]
      : []),
    `Earned         ${formatMoney(balance.totalEarnings)} with ${balance.totalMessages} answers`,
    `Payouts go to  ${account ? `${account.accountId} (${account.status})` : 'no account yet'}`,
    ...payouts.map(
      ({ period, amount, status, transferId = '' }) =>
        `  ${period}  ${formatMoney(amount)}  ${status}  ${transferId}`,
    ),
    ...mailboxLines(mailboxes.inbox, 'sender', 'Messages to them'),
    ...mailboxLines(mailboxes.orders, 'recipient', 'Messages from them'),
    '',
    'Ledger, the newest 20',
    ...(ledger?.entries ?? []).map((entry) => {
      const line = ledgerLineOf(entry, user.id);
      return `  ${momentText(line.at)}  ${signedMoney(line.net)}  ${entry.cause}`;
    }),
  ];
}

const payoutsInProgress = ({ outgoing, waiting }: Balance) =>
  outgoing > ZERO
    ? `, including ${formatMoney(outgoing)} in payouts (${formatMoney(waiting)} waiting for their payout account)`
    : '';

function accountLines(user: User): string[] {
  const { blockedAt, deletionAt, membership, card } = user;
  return [
    `${user.fullName}  @${user.username}  ${user.id}`,
    ...(blockedAt === undefined ? [] : [`BLOCKED since ${momentText(blockedAt)}`]),
    ...(deletionAt === undefined || user.deletedAt !== undefined
      ? []
      : [`DELETION on ${momentText(deletionAt)}, which they asked for`]),
    `Phone          ${user.phoneNumber || 'none'}${user.verified ? '' : ' (not confirmed)'}`,
    `Since          ${momentText(user.createdAt)}`,
    `Last seen      ${user.lastSeenAt === undefined ? 'never' : momentText(user.lastSeenAt)}`,
    `Plan           ${user.licenseId}${hasVerifiedBadge(user) ? ', verified badge' : ''}${
      membership
        ? `, ${membership.ending ? 'ends' : 'paid until'} ${momentText(membership.paidUntil)}`
        : ''
    }`,
    ...(user.permissionIds ? [`Desk           ${user.permissionIds.join(', ')}`] : []),
    `Accepts        ${user.paidResponseCommitment} a month at ${formatMoney(user.paidResponsePrice)}`,
    `Stripe         ${user.stripeCustomerId ?? 'no customer yet'}${
      card ? `, ${paymentMethodName(card)}` : ''
    }`,
  ];
}

const mailboxLines = ({ all, pending, latest }: Mailbox, otherSide: Side, title: string) => [
  '',
  `${title}: ${all}, ${pending} waiting`,
  ...latest.map(
    ({ id, status, price, modifiedAt, [otherSide]: other }) =>
      `  ${id}  ${momentText(modifiedAt)}  ${status}  ${formatMoney(price)}  @${other.username}`,
  ),
];
