import { Refusal } from '#shared/refusals.ts';
import type { Instant } from '#shared/time.ts';
import type { Payouts, StripePayoutAccount } from '../gateways/payouts.ts';
import { userById } from '../storage/accounts/users.ts';
import {
  type PayoutAccount,
  payoutAccountOf,
  savePayoutAccount,
  stoppedAccountIds,
} from '../storage/payouts/payout-accounts.ts';
import { saveIdentity } from '../storage/profiles/badges.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * The account of a person at Stripe. Stripe has its actual status; the table has the status that a request, a payout or a
 * webhook saw last.
 */

export type PayoutAccountContext = {
  readonly table: TableWriter;
  readonly payouts: Payouts;
  readonly now: Instant;
};

const TRIES = 5;

type StoredAccount = Pick<PayoutAccount, 'accountId' | 'status'> | undefined;

/** Reads an account from Stripe and saves its status. Undefined if there is no account. */
export async function refreshAccount(
  context: PayoutAccountContext,
  userId: string,
  kept: StoredAccount,
): Promise<StoredAccount> {
  if (!kept) return undefined;
  return saveAccount(context, userId, kept, await context.payouts.account(kept.accountId));
}

/**
 * Saves the status of a payout account and the name that Stripe verified, if they changed. The name is saved first: after an
 * interruption the status still differs, so the next call saves both.
 */
export async function saveAccount(
  context: PayoutAccountContext,
  userId: string,
  kept: StoredAccount,
  current: StripePayoutAccount,
): Promise<StoredAccount> {
  const { table, now } = context;
  const { accountId, status } = current;
  const isKnown = kept?.accountId === accountId && kept.status === status;
  // Stripe returns a verified name only while the account is ready.
  const mayBeNamed = status === 'READY' || kept?.status === 'READY';
  const isTheirs = !kept || kept.accountId === accountId;
  if (mayBeNamed && isTheirs) await saveVerifiedName(context, userId, current);
  if (isKnown) return kept;
  const saved = await savePayoutAccount(table, userId, { accountId, status }, now);
  return saved === 'done' ? { accountId, status } : payoutAccountOf(table, userId);
}

/**
 * Saves the name that Stripe verified, if it changed. The name is read again after the account was read, and the write is
 * conditional on that account: webhooks arrive late, twice and in any order, and an old one must not win.
 */
async function saveVerifiedName(
  { table, payouts, now }: PayoutAccountContext,
  userId: string,
  first: StripePayoutAccount,
): Promise<void> {
  let current = first;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const user = await userById(table, userId, now);
    if (!user || user.deletedAt !== undefined) return;
    if (user.identity?.name === current.verifiedName) return;
    current = await payouts.account(first.accountId);
    const { accountId, verifiedName: name } = current;
    if (user.identity?.name === name) return;
    const identity = name === undefined ? undefined : { name, accountId, verifiedAt: now };
    if ((await saveIdentity(table, user, identity, now)) === 'done') return;
  }
  throw new Refusal('UNAVAILABLE');
}

/**
 * Creates a link to Stripe's onboarding page, for a person who begins or continues to set up payouts. Throws UNAVAILABLE when
 * Stripe does not answer. `origin`: the address of the web app.
 */
export async function setupLink(
  context: PayoutAccountContext,
  userId: string,
  origin: string,
): Promise<string> {
  const kept = await payoutAccountOf(context.table, userId);
  const account =
    kept ?? (await saveAccount(context, userId, undefined, await openAccount(context, userId)));
  if (!account) throw new Refusal('UNAVAILABLE');
  const page = `${origin}/account-balance`;
  return context.payouts.setupLink(account.accountId, {
    done: `${page}?payouts=done`,
    again: `${page}?payouts=again`,
  });
}

/** Opens an account at Stripe: the same one after a crash, and another one after each setup that the person stopped. */
const openAccount = async ({ table, payouts }: PayoutAccountContext, userId: string) =>
  payouts.openAccount(userId, (await stoppedAccountIds(table, userId)).length);

/** The current account of a person: the stored one if it is READY, else refreshed from Stripe. */
export async function currentAccount(
  context: PayoutAccountContext,
  userId: string,
  kept: StoredAccount,
): Promise<StoredAccount> {
  if (!kept || kept.status === 'READY') return kept;
  try {
    return await refreshAccount(context, userId, kept);
  } catch (fault) {
    // Stripe did not answer, so the page shows the stored status.
    if (!(fault instanceof Refusal)) throw fault;
    return kept;
  }
}
