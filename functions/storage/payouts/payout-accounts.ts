import type { LadderTimes } from '#shared/rules/auth/takeover-ladder.ts';
import type { PayoutAccountStatus } from '#shared/rules/payouts/payouts.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../accounts/users.ts';
import { appended } from '../changes.ts';
import { lacks, missingOr } from '../conditions.ts';
import { dueIndex } from '../index-keys.ts';
import { balanceKey, payoutAccountKey, payoutKey, userKey } from '../keys.ts';
import { type Step, type TableReader, type TableWriter, update } from '../table.ts';
import { dueBalanceIn, owedBalanceIn } from './balances.ts';
import type { Payout } from './payouts.ts';

/** A person's account at Stripe, with the status that was read last. */
export type PayoutAccount = {
  readonly accountId: string;
  readonly status: Exclude<PayoutAccountStatus, 'NONE'>;
  /** The due time, set when the account becomes ready, until the waiting payouts are released. */
  readonly gsi5sk?: string;
};

/** The stored item: without an account if its setup was stopped, and with the ids of all accounts of which it was. */
export type StoredAccount = Partial<PayoutAccount> & {
  readonly stoppedAccountIds?: readonly string[];
};

const linkedAccount = (item: StoredAccount | undefined): PayoutAccount | undefined =>
  item?.accountId === undefined ? undefined : (item as PayoutAccount);

export async function payoutAccountOf(
  table: TableReader,
  userId: string,
): Promise<PayoutAccount | undefined> {
  return linkedAccount(await table.get<StoredAccount>(payoutAccountKey(userId)));
}

/** Reads the ids of the accounts whose setup the person stopped: none of them is linked again. */
export async function stoppedAccountIds(
  table: TableReader,
  userId: string,
): Promise<readonly string[]> {
  return (await table.get<StoredAccount>(payoutAccountKey(userId)))?.stoppedAccountIds ?? [];
}

/**
 * The step that unlinks an account whose setup was stopped: its bank account may be a thief's. The next setup opens another account.
 * CHANGED: another one is linked.
 */
export const unlinkPayoutAccount = (userId: string, accountId: string): Step<'CHANGED'> =>
  update(
    payoutAccountKey(userId),
    {
      set: { stoppedAccountIds: appended([accountId]) },
      remove: ['accountId', 'status', 'gsi5pk', 'gsi5sk'],
    },
    { when: { accountId }, otherwise: 'CHANGED' },
  );

/** Reads a payout, its account, whether its person is blocked, and the steps of the takeover ladder that they made. */
export async function payoutWithAccount(table: TableReader, userId: string, period: string) {
  const [payout, account, user] = await table.getMany<Payout | PayoutAccount | User>([
    payoutKey(userId, period),
    payoutAccountKey(userId),
    userKey(userId),
  ]);
  return {
    payout: payout as Payout | undefined,
    account: linkedAccount(account as StoredAccount | undefined),
    blocked: (user as User | undefined)?.blockedAt !== undefined,
    ladderTimes: (user ?? {}) as LadderTimes,
  };
}

/** Reads a person's balance, what of it is due, the steps of the takeover ladder that they made, and their payout account. */
export async function balanceWithAccount(table: TableReader, userId: string) {
  const [balance, account, user] = await table.getMany<Readonly<Record<string, unknown>>>([
    balanceKey(userId),
    payoutAccountKey(userId),
    userKey(userId),
  ]);
  return {
    owed: owedBalanceIn(balance ?? {}),
    due: dueBalanceIn(balance, user),
    ladderTimes: (user ?? {}) as LadderTimes,
    account: linkedAccount(account as StoredAccount | undefined),
  };
}

/**
 * Saves the status of an account. If it is ready, the same write makes it due, so that waiting payouts are sent even after a
 * crash. ANOTHER: the person has a different account already, or stopped the setup of this one.
 */
export function savePayoutAccount(
  table: TableWriter,
  userId: string,
  { accountId, status }: Pick<PayoutAccount, 'accountId' | 'status'>,
  now: Instant,
): Promise<'done' | 'ANOTHER'> {
  const due = status === 'READY' ? dueIndex('PAYOUT', now, userId) : undefined;
  return table.write(
    update(
      payoutAccountKey(userId),
      { set: { accountId, status, ...due } },
      {
        when: {
          accountId: missingOr(accountId),
          stoppedAccountIds: missingOr(lacks(accountId)),
        },
        otherwise: 'ANOTHER',
      },
    ),
  );
}

/** Postpones the release of all waiting payouts of an account. MOVED: it became due again meanwhile, and is looked at again. */
export function postponeRelease(
  table: TableWriter,
  userId: string,
  place: string,
  at: Instant,
): Promise<'done' | 'MOVED'> {
  const next = dueIndex('PAYOUT', at, userId).gsi5sk;
  return table.write(
    update(
      payoutAccountKey(userId),
      { set: { gsi5sk: next } },
      { when: { gsi5sk: place }, otherwise: 'MOVED' },
    ),
  );
}

/** Records that all waiting payouts of an account were released. MOVED: it became due again meanwhile. */
export function recordReleased(
  table: TableWriter,
  userId: string,
  place: string,
): Promise<'done' | 'MOVED'> {
  return table.write(
    update(
      payoutAccountKey(userId),
      { remove: ['gsi5pk', 'gsi5sk'] },
      { when: { gsi5sk: place }, otherwise: 'MOVED' },
    ),
  );
}
