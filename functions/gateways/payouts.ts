import Stripe from 'stripe';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { type Cents, cents, minus, plus, ZERO } from '#shared/money.ts';
import type { PayoutAccountStatus } from '#shared/rules/payouts/payouts.ts';
import { fromSeconds, type Instant } from '#shared/time.ts';
import { callStripe, mappedError, stripe } from './stripe.ts';
import { payoutGroupOf } from './transfer-groups.ts';
import { reversalOf } from './transfer-reversals.ts';

/** A person's connected account at Stripe. */
export type StripePayoutAccount = {
  readonly accountId: string;
  readonly userId: string;
  readonly status: Exclude<PayoutAccountStatus, 'NONE'>;
  /** The person's name, while Stripe has verified it and requires nothing more about them. */
  readonly verifiedName?: string;
};

/** The status of a transfer. */
export type TransferStatus =
  | { readonly is: 'paid'; readonly transferId: string; readonly paidAt: Instant }
  /** It was made and fully reversed. `returned`: the cents that were reversed for another reason than a debt. */
  | {
      readonly is: 'returned';
      readonly transferId: string;
      readonly paidAt: Instant;
      readonly returned: Cents;
    }
  /** Stripe refused it. `reason`: Stripe's error code, for the log. */
  | { readonly is: 'refused'; readonly reason: string }
  /** It was not made, because the account is not ready. */
  | { readonly is: 'notReady' }
  /** It was not made, because our available balance at Stripe is too low. */
  | { readonly is: 'short' }
  /** A concurrent request with the same idempotency key is being processed. */
  | { readonly is: 'underway' };

/** A reversal of a part of a transfer. `amount` in cents; `name` is the idempotency key, the same for every retry. */
type ReversalOrder = {
  readonly transferId: string;
  readonly amount: Cents;
  readonly name: string;
};

/** The outcome of a reversal. UNDERWAY: a concurrent request with the same idempotency key is being processed. */
type ReversalOutcome = 'REVERSED' | 'REFUSED' | 'UNDERWAY';

/** The person and month of a payout, which identify its transfer at Stripe. */
type PayoutName = { readonly userId: string; readonly period: string };

type TransferOrder = PayoutName & {
  readonly accountId: string;
  readonly amount: Cents;
  /** Counts how often the payout waited. It is part of the idempotency key, so that an earlier refusal is not repeated. */
  readonly attempt: number;
};

/** The return addresses of Stripe's onboarding page: `done` after it, `again` if the link has expired. */
type SetupAddresses = { readonly done: string; readonly again: string };

/**
 * The gateway to connected accounts and transfers. Every method is idempotent. Each throws UNAVAILABLE when Stripe does not
 * answer; it is unknown then whether the effect took place.
 */
export type Payouts = {
  /**
   * Creates an account for a person; repeated calls within a day return the same one. `stops`: how many of their accounts were
   * unlinked, because they stopped the setup.
   */
  openAccount(userId: string, stops: number): Promise<StripePayoutAccount>;
  account(accountId: string): Promise<StripePayoutAccount>;
  /** Creates a link to Stripe's onboarding page, for identity and bank account. It expires after minutes. */
  setupLink(accountId: string, addresses: SetupAddresses): Promise<string>;
  /** Makes the transfer of a payout, unless it exists. */
  transfer(order: TransferOrder): Promise<TransferStatus>;
  /** Finds the transfer of a payout, however old; undefined if there is none. */
  findTransfer(name: PayoutName): Promise<TransferStatus | undefined>;
  /** The cents that can be reversed of a transfer now: Stripe refuses a larger reversal as a whole. */
  reversible(transferId: string): Promise<Cents>;
  /** Reverses a part of a transfer, at most once per `name`. REFUSED: the connected account no longer has the money. */
  reverse(order: ReversalOrder): Promise<ReversalOutcome>;
  /** Reads a transfer: its payout and its status; undefined if it is not a payout of ours. */
  transferStatus(transferId: string): Promise<(PayoutName & TransferStatus) | undefined>;
};

/** Payouts by Stripe Connect Express: https://docs.stripe.com/connect/express-accounts */
export const payouts: Payouts = {
  async openAccount(userId, stops) {
    const client = await stripe();
    const account = await callStripe(() =>
      client.accounts.create(
        {
          type: 'express',
          business_type: 'individual',
          business_profile: { product_description: `Answers letters on ${PRODUCT_NAME}` },
          capabilities: { transfers: { requested: true } },
          metadata: { userId },
        },
        { idempotencyKey: `payout-account:${userId}${stops > 0 ? `:${stops}` : ''}` },
      ),
    );
    return payoutAccountOf(account);
  },

  async account(accountId) {
    const client = await stripe();
    return payoutAccountOf(await callStripe(() => client.accounts.retrieve(accountId)));
  },

  async setupLink(accountId, { done, again }) {
    const client = await stripe();
    const link = await callStripe(() =>
      client.accountLinks.create({
        account: accountId,
        type: 'account_onboarding',
        return_url: done,
        refresh_url: again,
      }),
    );
    return link.url;
  },

  async transfer(order) {
    // Stripe forgets idempotency keys after a day, so an existing transfer is looked up first.
    const existing = await payouts.findTransfer(order);
    if (existing) return existing;
    const client = await stripe();
    const group = payoutGroupOf(order);
    const { userId, period, amount, accountId, attempt } = order;
    try {
      const made = await client.transfers.create(
        {
          amount,
          currency: 'usd',
          destination: accountId,
          transfer_group: group,
          metadata: { userId, period },
        },
        { idempotencyKey: `${group}:${attempt}` },
      );
      return await transferStatusOf(client, made);
    } catch (fault) {
      return transferErrorOf(fault);
    }
  },

  async findTransfer(name) {
    const client = await stripe();
    const group = payoutGroupOf(name);
    const { data } = await callStripe(() =>
      client.transfers.list({ transfer_group: group, limit: 1 }),
    );
    return data[0] && transferStatusOf(client, data[0]);
  },

  async reversible(transferId) {
    const client = await stripe();
    const { amount, amount_reversed, destination } = await callStripe(() =>
      client.transfers.retrieve(transferId),
    );
    const stripeAccount = typeof destination === 'string' ? destination : destination?.id;
    if (!stripeAccount) return ZERO;
    const there = await availableOn(client, stripeAccount);
    return cents(Math.max(0, Math.min(there, amount - amount_reversed)));
  },

  async reverse({ transferId, amount, name }) {
    const client = await stripe();
    // Stripe forgets idempotency keys after a day, so an existing reversal is looked up first.
    if (await reversalOf(client, transferId, name)) return 'REVERSED';
    try {
      await client.transfers.createReversal(
        transferId,
        { amount, metadata: { recovery: name } },
        { idempotencyKey: name },
      );
      return 'REVERSED';
    } catch (fault) {
      return transferErrorOf(fault).is === 'underway' ? 'UNDERWAY' : 'REFUSED';
    }
  },

  async transferStatus(transferId) {
    const client = await stripe();
    const transfer = await callStripe(() => client.transfers.retrieve(transferId));
    const { userId, period } = transfer.metadata;
    return userId && period
      ? { userId, period, ...(await transferStatusOf(client, transfer)) }
      : undefined;
  },
};

function payoutAccountOf(account: Stripe.Account): StripePayoutAccount {
  const { id, metadata, capabilities, payouts_enabled, details_submitted, requirements } = account;
  const ready = payouts_enabled && capabilities?.transfers === 'active';
  const rejected = requirements?.disabled_reason?.startsWith('rejected') ?? false;
  const verifiedName = ready ? verifiedNameIn(account) : undefined;
  return {
    accountId: id,
    userId: metadata?.userId ?? '',
    status: ready ? 'READY' : details_submitted || rejected ? 'RESTRICTED' : 'DETAILS_NEEDED',
    ...(verifiedName && { verifiedName }),
  };
}

/**
 * The verified name on an account that is ready. For Express accounts Stripe returns the name but not always
 * `verification`; without it, the name counts as verified while no requirement about the person is due or pending.
 * https://docs.stripe.com/connect/handling-api-verification
 */
function verifiedNameIn({ individual, requirements }: Stripe.Account): string | undefined {
  const { first_name, last_name, verification } = individual ?? {};
  const { currently_due, past_due, pending_verification } = requirements ?? {};
  const open = [currently_due, past_due, pending_verification].flatMap((fields) => fields ?? []);
  const isVerified = verification === undefined || verification.status === 'verified';
  if (!first_name || !last_name || !isVerified) return undefined;
  return open.some((field) => field.startsWith('individual.'))
    ? undefined
    : `${first_name} ${last_name}`;
}

/** The available balance of a connected account, in cents: 0 for one that is closed, or no longer connected to us. */
async function availableOn(client: Stripe, stripeAccount: string): Promise<number> {
  try {
    const { available } = await client.balance.retrieve({}, { stripeAccount });
    return available.find(({ currency }) => currency === 'usd')?.amount ?? 0;
  } catch (fault) {
    if (fault instanceof Stripe.errors.StripeError && fault.code === 'account_invalid') return 0;
    throw mappedError(fault);
  }
}

async function transferStatusOf(
  client: Stripe,
  transfer: Stripe.Transfer,
): Promise<TransferStatus> {
  const { id: transferId, created, reversed, amount } = transfer;
  const paidAt = fromSeconds(created);
  if (!reversed) return { is: 'paid', transferId, paidAt };
  const reversals = await reversalsOf(client, transfer);
  const forDebts = reversals.filter(({ metadata }) => metadata?.recovery);
  const returned = minus(cents(amount), plus(...forDebts.map((one) => cents(one.amount))));
  return returned > 0
    ? { is: 'returned', transferId, paidAt, returned }
    : { is: 'paid', transferId, paidAt };
}

/** All reversals of a transfer, which itself holds only the 10 newest. */
async function reversalsOf(
  client: Stripe,
  { id, reversals }: Stripe.Transfer,
): Promise<readonly Stripe.TransferReversal[]> {
  if (!reversals.has_more) return reversals.data;
  const all: Stripe.TransferReversal[] = [];
  await callStripe(async () => {
    for await (const one of client.transfers.listReversals(id, { limit: 100 })) all.push(one);
  });
  return all;
}

/** The outcome that Stripe's error means. Throws errors that are not about this request, such as a timeout or a bad key. */
function transferErrorOf(fault: unknown): TransferStatus {
  const { StripeError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors;
  if (fault instanceof StripeIdempotencyError) return { is: 'underway' };
  if (fault instanceof StripeError && fault.statusCode === 409) return { is: 'underway' };
  if (!(fault instanceof StripeInvalidRequestError)) throw mappedError(fault);
  if (fault.code === 'insufficient_capabilities_for_transfer') return { is: 'notReady' };
  if (fault.code === 'balance_insufficient') return { is: 'short' };
  return { is: 'refused', reason: fault.code ?? fault.message };
}
