import { Refusal } from '../../shared/refusals.ts';
import type { Instant } from '../../shared/time.ts';
import type { PayoutAccountStanding, Payouts } from '../gateways/payouts.ts';
import { userById } from '../storage/accounts/users.ts';
import {
  type PayoutAccount,
  payoutAccountOf,
  savePayoutAccount,
} from '../storage/payouts/payout-accounts.ts';
import { saveIdentity } from '../storage/profiles/badges.ts';
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

const TRIES = 5;

type Kept = Pick<PayoutAccount, 'accountId' | 'status'> | undefined;

/** Asks the provider where the account stands, and keeps it. Undefined where there is none. */
export async function lookAtAccount(desk: AccountDesk, userId: string, kept: Kept): Promise<Kept> {
  if (!kept) return undefined;
  return keepAccount(desk, userId, kept, await desk.payouts.account(kept.accountId));
}

/**
 * Saves the status of a payout account and the name that Stripe verified, if they changed. The name is saved first: after
 * an interruption the status still differs, so the next look saves both.
 */
export async function keepAccount(
  desk: AccountDesk,
  userId: string,
  kept: Kept,
  standing: PayoutAccountStanding,
): Promise<Kept> {
  const { table, now } = desk;
  const { accountId, status } = standing;
  const isKnown = kept?.accountId === accountId && kept.status === status;
  // Stripe returns a verified name only while the account is ready.
  const mayBeNamed = status === 'READY' || kept?.status === 'READY';
  const isTheirs = !kept || kept.accountId === accountId;
  if (mayBeNamed && isTheirs) await keepIdentity(desk, userId, standing);
  if (isKnown) return kept;
  const saved = await savePayoutAccount(table, userId, { accountId, status }, now);
  return saved === 'done' ? { accountId, status } : payoutAccountOf(table, userId);
}

/**
 * Saves the name that the provider verified, if it changed. The provider is asked again after the account was read, and the
 * write is conditional on that read: webhooks arrive late, twice and in any order, so an old one must not win.
 */
async function keepIdentity(
  { table, payouts, now }: AccountDesk,
  userId: string,
  first: PayoutAccountStanding,
): Promise<void> {
  let standing = first;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const user = await userById(table, userId, now);
    if (!user || user.deletedAt !== undefined) return;
    if (user.identity?.name === standing.verifiedName) return;
    standing = await payouts.account(first.accountId);
    const { accountId, verifiedName: name } = standing;
    if (user.identity?.name === name) return;
    const identity = name === undefined ? undefined : { name, accountId, verifiedAt: now };
    if ((await saveIdentity(table, user, identity, now)) === 'done') return;
  }
  throw new Refusal('UNAVAILABLE');
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
