import * as staff from '#shared/messages/staff.ts';
import { Refusal } from '#shared/refusals.ts';
import { PAYOUT_RELEASED_FACTS, UNBLOCKED_FACTS } from '#shared/rules/desk/statement-words.ts';
import type { Subscriptions } from '../gateways/subscriptions.ts';
import type { Logger } from '../log.ts';
import { heldUntilOf } from '../payouts/payout-holds.ts';
import { unblockAccount } from '../storage/accounts/blocks.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { CaseClosed, NotAlone } from '../storage/conversations/conversations.ts';
import { dueBalanceOf, releaseHold } from '../storage/payouts/balances.ts';
import type { TableWriter } from '../storage/table.ts';
import { blockAndEnd, blockStatementSteps, refuseSupportAccount } from './account-blocks.ts';
import { staffName } from './audit-entries.ts';
import {
  deskAudit,
  type FurtherStep,
  type StaffAct,
  type StaffCall,
  wordsOfAct,
} from './desk-context.ts';
import { decisionSteps } from './statement-steps.ts';

/*
 * Blocks, unblocks and releases by staff, alone or as the second person. `beside`: further steps of the transaction. Each returns a
 * sentence for the member of staff.
 */

type Call = StaffCall & { readonly table: TableWriter };
type BlockingCall = Call & { readonly subscriptions: Subscriptions; readonly log: Logger };

/** The account that is blocked or unblocked. Refuses with NOT_FOUND, and with WRONG_STATUS a deleted one. */
export async function accountFor({ table, now }: Call, userId: string): Promise<User> {
  const user = await userById(table, userId, now);
  if (!user) throw new Refusal('NOT_FOUND');
  if (user.deletedAt !== undefined)
    throw new Refusal('WRONG_STATUS', { message: 'This account was deleted.' });
  return user;
}

/** Blocks an account with a statement of reasons, or does the rest of an interrupted block. */
export async function blockByStaff(
  call: BlockingCall,
  user: User,
  audit: StaffAct,
  beside: readonly FurtherStep[],
): Promise<string> {
  refuseSupportAccount(user);
  const { now, sessionUser, table } = call;
  const { reason, operation, about, proposedByUserId } = audit;
  const decided = { ...wordsOfAct(audit), byUserId: sessionUser.id };
  const statement = blockStatementSteps(user.id, decided, now);
  const { outcome, plan } = await blockAndEnd(
    { ...call, who: staffName(sessionUser) },
    user,
    { command: `${operation} ${about}`, reason },
    { beside: [...beside, ...statement] },
  );
  refuseFailed(outcome);
  const isDone = outcome === 'done';
  if (!isDone && proposedByUserId) {
    const act = deskAudit(call, audit, 'The account was blocked already.');
    refuseFailed(await table.transact(...beside, writeAuditEntry(act)));
  }
  const done = isDone ? 'The account is blocked.' : 'The account was blocked already.';
  return [done, staff.BLOCK_RETURNS, ...(plan ? [plan] : [])].join(' ');
}

/** Unblocks an account; the person has to sign in again. A plan that was ended is not restored. */
export async function unblockByStaff(
  call: Call,
  user: User,
  audit: StaffAct,
  beside: readonly FurtherStep[],
): Promise<string> {
  const { table, now, sessionUser } = call;
  const act = deskAudit(call, audit, 'The account is unblocked.');
  const decided = {
    kind: 'ACCOUNT_UNBLOCKED',
    ...wordsOfAct(audit),
    byUserId: sessionUser.id,
  } as const;
  const about = { ABOUT: { userId: user.id, facts: UNBLOCKED_FACTS } };
  const steps = decisionSteps(decided, about, now);
  const outcome = await unblockAccount(table, user.id, act, now, [...beside, ...steps]);
  refuseFailed(outcome);
  if (outcome === 'done') return 'The account is unblocked.';
  if (audit.proposedByUserId) {
    const already = deskAudit(call, audit, 'The account isn’t blocked.');
    refuseFailed(await table.transact(...beside, writeAuditEntry(already)));
  }
  return 'The account isn’t blocked.';
}

/** Releases a payout that is held for a check. The next payout run sends it. */
export async function releaseByStaff(
  call: Call,
  userId: string,
  audit: StaffAct,
  beside: readonly FurtherStep[],
): Promise<string> {
  const { table, now, sessionUser } = call;
  const owed = await dueBalanceOf(table, userId);
  if (!owed || !heldUntilOf(owed, now)) {
    if (audit.proposedByUserId)
      throw new Refusal('WRONG_STATUS', { message: staff.PAYOUT_HOLD_OVER });
    return staff.PAYOUT_NOT_HELD;
  }
  const act = deskAudit(call, audit, staff.PAYOUT_RELEASED);
  const decided = {
    kind: 'PAYOUT_RELEASED',
    ...wordsOfAct(audit),
    byUserId: sessionUser.id,
  } as const;
  const about = { ABOUT: { userId, facts: PAYOUT_RELEASED_FACTS } };
  const steps = decisionSteps(decided, about, now);
  const outcome = await releaseHold(
    table,
    userId,
    owed,
    { act, beside: [...beside, ...steps] },
    now,
  );
  refuseFailed(outcome);
  if (outcome === 'CHANGED')
    throw new Refusal('WRONG_STATUS', {
      message: 'The balance has just changed. Please look at it again.',
    });
  return staff.PAYOUT_RELEASED_NEXT;
}

/** Throws what the doors of the desk handle: the case is decided, or a second person has to decide. */
function refuseFailed(outcome: string): void {
  if (outcome === 'CLOSED') throw new CaseClosed();
  if (outcome === 'LIMIT' || outcome === 'WAITING') throw new NotAlone(outcome);
}
