import { Refusal } from '../../shared/refusals.ts';
import type { Instant } from '../../shared/time.ts';
import type { PayoutAccountStanding, Payouts } from '../gateways/payouts.ts';
import {
  type PayoutAccount,
  payoutAccountOf,
  savePayoutAccount,
} from '../storage/payout-accounts.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * The account of a person at the payout provider. The provider's books say where it stands; what is kept here is what was
 * seen there last, by whoever looked: a request, a payout or a webhook.
 */

export type AccountDesk = {
  readonly table: TableWriter;
  readonly payouts: Payouts;
  readonly now: Instant;
};

type Kept = Pick<PayoutAccount, 'accountId' | 'status'> | undefined;

/** Asks the provider where the account stands, and keeps it. Undefined where there is none. */
export async function lookAtAccount(desk: AccountDesk, userId: string, kept: Kept): Promise<Kept> {
  if (!kept) return undefined;
  return keepAccount(desk, userId, kept, await desk.payouts.account(kept.accountId));
}

/** Writes down where an account stands, if that is new. */
export async function keepAccount(
  { table, now }: AccountDesk,
  userId: string,
  kept: Kept,
  { accountId, status }: PayoutAccountStanding,
): Promise<Kept> {
  if (kept?.accountId === accountId && kept.status === status) return kept;
  const saved = await savePayoutAccount(table, userId, { accountId, status }, now);
  return saved === 'done' ? { accountId, status } : payoutAccountOf(table, userId);
}

/**
 * The address of the provider's own page, for a person who sets up payouts or goes on with it. Throws UNAVAILABLE when the
 * provider does not answer. `origin`: where the web app is.
 */
export async function setupLink(
  desk: AccountDesk,
  userId: string,
  origin: string,
): Promise<string> {
  const kept = await payoutAccountOf(desk.table, userId);
  const account =
    kept ?? (await keepAccount(desk, userId, undefined, await desk.payouts.openAccount(userId)));
  if (!account) throw new Refusal('UNAVAILABLE');
  const page = `${origin}/account-balance`;
  return desk.payouts.setupLink(account.accountId, {
    done: `${page}?payouts=done`,
    again: `${page}?payouts=again`,
  });
}

/** Where a person stands: what is kept, or what the provider says to whoever is in the middle of it. */
export async function standingOf(desk: AccountDesk, userId: string, kept: Kept): Promise<Kept> {
  if (!kept || kept.status === 'READY') return kept;
  try {
    return await lookAtAccount(desk, userId, kept);
  } catch (fault) {
    // The page is worth more than the newest word of a provider that is silent.
    if (!(fault instanceof Refusal)) throw fault;
    return kept;
  }
}
