import type { viewDeskPerson } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { paymentMethodName } from '#shared/payment-method-names.ts';
import { startingPrice } from '#shared/rules/conversations/tiers.ts';
import { CASE_KINDS, type Case } from '#shared/rules/desk/cases.ts';
import { obstacleTo } from '#shared/rules/desk/obstacles.ts';
import { badgeOf } from '#shared/rules/profiles/badge.ts';
import type { Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import { casesAboutPerson } from '../storage/desk/cases.ts';
import { statementsOf } from '../storage/desk/statements.ts';
import { debtOf, owedTo } from '../storage/ledger/ledger.ts';
import type { TableReader } from '../storage/table.ts';
import { blockRefusal } from './case-choices.ts';
import { recordOf, statementView } from './case-views.ts';
import { casesNotAbout, obstacleToPeople, ownCases } from './concerns.ts';
import { type DeskPerson, deskPeople, type StaffCall } from './desk-context.ts';
import { type Mailbox, mailboxesOf, moneyRecordOf } from './person-record.ts';
import { waitingProposalSentence } from './proposal-words.ts';
import { proposedOfAccount } from './proposed-choices.ts';
import { releaseProposal } from './refund-proposals.ts';

/* An account as staff see it. */

type PersonView = Output<typeof viewDeskPerson>['data'][number];
type Money = Awaited<ReturnType<typeof moneyRecordOf>>;
type Context = StaffCall & { readonly table: TableReader; readonly settings: Settings };

const LATEST_CASES = 10;

/** The view of an account. `isPrivate`: whether the caller gave a reason to see its private data. */
export async function personView(
  call: Context,
  user: User,
  isPrivate: boolean,
): Promise<PersonView> {
  const { table, now, sessionUser } = call;
  const [money, { inbox, orders }, hidden, written, cases, obstacle] = await Promise.all([
    moneyRecordOf(table, user, now),
    mailboxesOf(table, user),
    ownCases(table, sessionUser.id),
    statementsOf(table, user.id),
    Promise.all(CASE_KINDS.map((kind) => casesAboutPerson(table, user.id, kind, LATEST_CASES))),
    obstacleToPeople(table, sessionUser.id, [user.id]),
  ]);
  const record = await recordOf(table, user.id, { id: sessionUser.id, hidden });
  const seen = await casesNotAbout(table, sessionUser.id, cases.flat());
  const isHidden = ({ caseId }: { readonly caseId?: string }) =>
    user.id === sessionUser.id || hidden.some(({ id }) => id === caseId);
  const statements = written.filter((statement) => !isHidden(statement));
  const others = [
    ...inbox.latest.map(({ sender }) => sender.id),
    ...orders.latest.map(({ recipient }) => recipient.id),
    ...statements.flatMap(({ byUserId }) => (byUserId ? [byUserId] : [])),
  ];
  const person = await deskPeople(table, others, now);
  return {
    ...accountFields(user),
    ...moneyFields(money),
    obstacle: obstacle ?? null,
    statements: statements.map((statement) => statementView(statement, person)),
    record,
    cases: seen
      .sort((one, other) => other.openedAt - one.openedAt)
      .slice(0, LATEST_CASES)
      .map(({ id, kind, reason, openedAt, decision }) => ({
        id,
        kind,
        reason,
        openedAt,
        outcome: decision?.outcome ?? null,
      })),
    inboxCount: inbox.all,
    inbox: rowsOf(inbox, 'sender', person),
    ordersCount: orders.all,
    orders: rowsOf(orders, 'recipient', person),
    blockObstacle: obstacleTo(sessionUser.id, [user.id]) ?? blockRefusal(user) ?? null,
    proposed: await proposedOfAccount(call, user, money.held !== undefined),
    waiting: await waitingOfAccount(call, seen, user, money.held?.until),
    privateData: isPrivate ? privateDataOf(user, money) : null,
  };
}

/** The choices of the forms about an account, by the reason of the case that proposes them. */
const CHOICES: Readonly<Record<string, string>> = {
  BLOCK: 'block',
  UNBLOCK: 'unblock',
  PAYOUT_RELEASE: 'release',
};

/** The proposals about an account that wait for a second person, by their choice. `cases`: those about the account that the caller sees. */
async function waitingOfAccount(
  call: Context,
  cases: readonly Case[],
  user: User,
  heldUntil: Instant | undefined,
): Promise<PersonView['waiting']> {
  // The proposal to release an earlier hold says nothing about this one.
  const release = heldUntil && releaseProposal(user.id, heldUntil).id;
  const open = cases.filter(
    ({ decision, reason, id, subject }) =>
      !decision &&
      subject.type === 'PROFILE' &&
      CHOICES[reason] !== undefined &&
      (reason !== 'PAYOUT_RELEASE' || id === release),
  );
  const entries = open.map(async (one) => {
    const waiting = { caseId: one.id, sentence: await waitingProposalSentence(call, one) };
    return [CHOICES[one.reason], waiting] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const accountFields = (user: User) => ({
  id: user.id,
  fullName: user.fullName,
  username: user.username,
  profileImageUrl: user.avatarUrl ?? null,
  createdAt: user.createdAt,
  lastSeenAt: user.lastSeenAt ?? null,
  verified: user.verified,
  blockedAt: user.blockedAt ?? null,
  deletedAt: user.deletedAt ?? null,
  permissionIds: [...(user.permissionIds ?? [])],
  plan: user.licenseId,
  planRenewsAt: user.membership && !user.membership.ending ? user.membership.paidUntil : null,
  planEndsAt: user.membership?.ending ? user.membership.paidUntil : null,
  badge: badgeOf(user),
  paidResponsePrice: startingPrice(user),
  paidResponseCommitment: user.paidResponseCommitment,
  answeredCount: user.answeredCount ?? 0,
  endedCount: user.endedCount ?? 0,
});

const moneyFields = ({ balance, held }: Money) => ({
  balance: owedTo(balance),
  debt: debtOf(balance),
  totalEarnings: balance.totalEarnings,
  heldUntil: held?.until ?? null,
  heldFor: [...(held?.signs ?? [])],
});

const rowsOf = (
  { latest }: Mailbox,
  otherSide: 'sender' | 'recipient',
  person: (id: string) => DeskPerson | null,
) =>
  latest.map(({ id, status, money, price, modifiedAt, [otherSide]: other }) => ({
    id,
    status,
    moneyState: money.state,
    price,
    modifiedAt,
    other: person(other.id) ?? nameOnly(other),
  }));

/** Somebody whose account is gone, as the conversation has them. */
const nameOnly = ({ id, fullName, username }: Pick<User, 'id' | 'fullName' | 'username'>) => ({
  id,
  fullName,
  username,
  profileImageUrl: null,
  blocked: false,
});

const privateDataOf = ({ phoneNumber, card }: User, { account, payouts }: Money) => ({
  phoneLastDigits: phoneNumber.slice(-4),
  card: card ? { name: paymentMethodName(card) } : null,
  payoutAccount: account?.status ?? ('NONE' as const),
  payouts: payouts.map(({ period, amount, status, createdAt, paidAt = null }) => ({
    period,
    amount,
    status,
    createdAt,
    paidAt,
  })),
});
