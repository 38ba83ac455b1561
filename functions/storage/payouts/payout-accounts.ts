import type { PayoutAccountStatus } from '../../../shared/rules/payouts/payouts.ts';
import type { Instant } from '../../../shared/time.ts';
import type { User } from '../accounts/users.ts';
import { balanceKey, dueIndex, payoutAccountKey, payoutKey, userKey } from '../keys.ts';
import { type TableReader, type TableWriter, update } from '../table.ts';
import { owedIn } from './balances.ts';
import type { Payout } from './payouts.ts';

/** The account of a person at the payout provider, as it stood when it was last looked at. */
export type PayoutAccount = {
  readonly accountId: string;
  readonly status: Exclude<PayoutAccountStatus, 'NONE'>;
  /** Set from when it became ready until what waited for that is on its way. */
  readonly gsi5sk?: string;
};

export function payoutAccountOf(
  table: TableReader,
  userId: string,
): Promise<PayoutAccount | undefined> {
  return table.get<PayoutAccount>(payoutAccountKey(userId));
}

/** A payout, the account that it is to go to, and whether its person is blocked, in one read. */
export async function payoutWithAccount(table: TableReader, userId: string, period: string) {
  const [payout, account, user] = await table.getMany<Payout | PayoutAccount | User>([
    payoutKey(userId, period),
    payoutAccountKey(userId),
    userKey(userId),
  ]);
  return {
    payout: payout as Payout | undefined,
    account: account as PayoutAccount | undefined,
    blocked: (user as User | undefined)?.blockedAt !== undefined,
  };
}

/** What a person is owed and the account that it would go to, in one read. */
export async function owedWithAccount(table: TableReader, userId: string) {
  const [balance, account] = await table.getMany<Readonly<Record<string, unknown>>>([
    balanceKey(userId),
    payoutAccountKey(userId),
  ]);
  return { owed: owedIn(balance ?? {}), account: account as PayoutAccount | undefined };
}

/**
 * Writes down where an account stands. One that has become ready falls due in the same write, so that what waited for it
 * goes out whatever happens next. ANOTHER: the person has an account already, and this is not it.
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
      due
        ? 'SET #accountId = :accountId, #status = :status, #gsi5pk = :list, #gsi5sk = :place'
        : 'SET #accountId = :accountId, #status = :status',
      { accountId, status, ...(due && { list: due.gsi5pk, place: due.gsi5sk }) },
      {
        when: 'attribute_not_exists(#accountId) OR #accountId = :accountId',
        otherwise: 'ANOTHER',
      },
    ),
  );
}

/** All that waited for the account is on its way. MOVED: it fell due again meanwhile. */
export function noteReleased(
  table: TableWriter,
  userId: string,
  place: string,
): Promise<'done' | 'MOVED'> {
  return table.write(
    update(
      payoutAccountKey(userId),
      'REMOVE #gsi5pk, #gsi5sk',
      {},
      { when: '#gsi5sk = :place', values: { place }, otherwise: 'MOVED' },
    ),
  );
}
