import { ZERO } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { restorableEarning } from '#shared/rules/conversations/restored-earnings.ts';
import type { Case, Statement } from '#shared/rules/desk/cases.ts';
import { proposalSentence } from '#shared/rules/desk/second-person.ts';
import type { Settings } from '#shared/settings.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { balanceOf, owedTo } from '../storage/ledger/ledger.ts';
import { dueBalanceOf } from '../storage/payouts/balances.ts';
import type { TableReader } from '../storage/table.ts';
import { pendingMoneyOf } from './account-blocks.ts';
import { decidersOf } from './case-obstacles.ts';
import type { StaffCall } from './desk-context.ts';
import { isSecondPerson, proposalOf } from './second-person.ts';

/*
 * Which choices of a form the caller can only propose to a second person, in the words of the form. The doors decide it themselves.
 * docs/product/desk.md#second-person
 */

type Call = StaffCall & { readonly table: TableReader; readonly settings: Settings };

/** The choices of a case that the caller can only propose. Of what a colleague proposed, the caller is the second person. */
export async function proposedOf(
  call: Call,
  one: Case,
  conversation: Conversation | undefined,
  statement: Statement | undefined,
): Promise<Record<string, string>> {
  const { table, now } = call;
  const upheld = { outcome: 'UPHELD' } as const;
  if (one.kind === 'CLAIM') {
    const moved = { subjectId: one.subject.id, amount: conversation?.price ?? ZERO };
    return isSecondPerson(call, one, upheld) ? {} : named('UPHELD', await proposalOf(call, moved));
  }
  if (one.kind === 'REPORT') {
    const user = await userById(table, one.userId, now);
    const isSecond = isSecondPerson(call, one, { ...upheld, deed: 'ACCOUNT_BLOCKED' });
    if (!user || user.blockedAt !== undefined || isSecond) return {};
    return named('ACCOUNT_BLOCKED', await blockProposalOf(call, user));
  }
  if (one.kind === 'APPEAL') return appealProposals(call, one, statement);
  return {};
}

/** Of an appeal: both choices if an operator decided, else to undo a block. */
async function appealProposals(
  call: Call,
  one: Case,
  statement: Statement | undefined,
): Promise<Record<string, string>> {
  if ((await decidersOf(call.table, one)).length === 0) {
    const sentence = proposalSentence('an operator decided it, so two people look at it again');
    const open = OUTCOMES.filter((outcome) => !isSecondPerson(call, one, { outcome }));
    return Object.fromEntries(open.map((outcome) => [outcome, sentence]));
  }
  if (statement?.deed === 'EARNING_REVERSED') return earningProposal(call, one, statement);
  if (statement?.deed !== 'ACCOUNT_BLOCKED') return {};
  const user = await userById(call.table, one.userId, call.now);
  const isUndone = user?.blockedAt !== undefined && statement.at >= user.blockedAt;
  if (!isUndone || isSecondPerson(call, one, { outcome: 'UPHELD' })) return {};
  return named('UPHELD', await unblockProposalOf(call, user));
}

/** Of an appeal against an earning that was taken back: to restore it moves what it was. */
async function earningProposal(
  call: Call,
  one: Case,
  { conversation }: Statement,
): Promise<Record<string, string>> {
  const found = conversation && (await conversationById(call.table, conversation.id, call.now));
  if (!found || isSecondPerson(call, one, { outcome: 'UPHELD' })) return {};
  const moved = { subjectId: found.id, amount: restorableEarning(found) };
  return named('UPHELD', await proposalOf(call, moved));
}

const OUTCOMES = ['UPHELD', 'REJECTED'] as const;

/** What the caller can only propose about an account: its block or unblock, and the release of its held payout. */
export async function proposedOfAccount(
  call: Call,
  user: User,
  isHeld: boolean,
): Promise<Record<string, string>> {
  const owed = isHeld ? await dueBalanceOf(call.table, user.id) : undefined;
  const release = owed && (await proposalOf(call, { subjectId: user.id, amount: owed.balance }));
  return {
    ...named('release', release),
    ...(user.blockedAt === undefined
      ? named('block', await blockProposalOf(call, user))
      : named('unblock', await unblockProposalOf(call, user))),
  };
}

const blockProposalOf = async (call: Call, user: User) =>
  proposalOf(call, { subjectId: user.id, amount: await pendingMoneyOf(call.table, user) }, user);

const unblockProposalOf = async (call: Call, user: User) =>
  proposalOf(
    call,
    { subjectId: user.id, amount: owedTo(await balanceOf(call.table, user.id)) },
    user,
  );

const named = (choice: string, sentence: string | undefined): Record<string, string> =>
  sentence === undefined ? {} : { [choice]: sentence };
