import Stripe from 'stripe';
import { PRODUCT_NAME } from '../../shared/brand.ts';
import { type Cents, cents, minus, plus, ZERO } from '../../shared/money.ts';
import type { PayoutAccountStatus } from '../../shared/rules/payouts/payouts.ts';
import { fromSeconds, type Instant } from '../../shared/time.ts';
import { asked, mapped, stripe } from './stripe.ts';

/** An account of somebody who is paid, as it stands at the provider. */
export type PayoutAccountStanding = {
  readonly accountId: string;
  readonly userId: string;
  readonly status: Exclude<PayoutAccountStatus, 'NONE'>;
  /** The person's name, while Stripe has verified it and requires nothing more about them. */
  readonly verifiedName?: string;
};

/** Where a transfer stands. */
export type TransferStanding =
  | { readonly is: 'paid'; readonly transferId: string; readonly paidAt: Instant }
  /** It was made and fully reversed. `returned`: the cents that were not reversed for a debt. */
  | {
      readonly is: 'returned';
      readonly transferId: string;
      readonly paidAt: Instant;
      readonly returned: Cents;
    }
  /** It was not made, and will not be. `reason` is the provider's, for the log. */
  | { readonly is: 'refused'; readonly reason: string }
  /** It was not made: the account cannot take it yet. */
  | { readonly is: 'notReady' }
  /** It was not made: what was taken from cards is not there to be paid out yet. */
  | { readonly is: 'short' }
  /** The same question is being answered at this moment. */
  | { readonly is: 'underway' };

/** A reversal of a part of a transfer. `amount` in cents; `name` is the idempotency key, the same for every retry. */
export type ReversalOrder = {
  readonly transferId: string;
  readonly amount: Cents;
  readonly name: string;
};

/** UNDERWAY: the same question is being answered at this moment. */
export type ReversalOutcome = 'REVERSED' | 'REFUSED' | 'UNDERWAY';

/** Whose payout it is, and of which month; together the name of it at the provider. */
export type PayoutName = { readonly userId: string; readonly period: string };

export type TransferOrder = PayoutName & {
  readonly accountId: string;
  readonly amount: Cents;
  /** Counts the times that it waited: a refusal of before is no answer to this one. */
  readonly attempt: number;
};

/** Where the person goes when they are done, and where when the way was closed before. */
export type SetupAddresses = { readonly done: string; readonly again: string };

/**
 * The narrow way to the payout provider. Every verb may be repeated with the same arguments and has its effect once. Each
 * throws the refusal UNAVAILABLE when the provider did not answer: then nobody knows whether it was done.
 */
export type Payouts = {
  /** A new account for a person; the same one however often it is asked for within a day. */
  openAccount(userId: string): Promise<PayoutAccountStanding>;
  account(accountId: string): Promise<PayoutAccountStanding>;
  /** The provider's own page, where a person says who they are and where the money goes. Good for minutes. */
  setupLink(accountId: string, addresses: SetupAddresses): Promise<string>;
  /** Sends a payout, unless it was sent before. */
  transfer(order: TransferOrder): Promise<TransferStanding>;
  /** Looks up the transfer of a payout, however old; undefined if there is none. */
  sent(name: PayoutName): Promise<TransferStanding | undefined>;
  /** The cents that can be reversed of a transfer now: Stripe refuses a larger reversal as a whole. */
  reversible(transferId: string): Promise<Cents>;
  /** Reverses a part of a transfer, at most once per `name`. REFUSED: the connected account no longer has the money. */
  reverse(order: ReversalOrder): Promise<ReversalOutcome>;
  /** Whose a transfer is and where it stands; undefined for one that is no payout of ours. */
  standing(transferId: string): Promise<(PayoutName & TransferStanding) | undefined>;
};

/** The name by which a transfer is found again however long ago its answer was lost. */
const groupOf = ({ userId, period }: PayoutName) => `payout:${userId}:${period}`;

/** Payouts by Stripe Connect Express: https://docs.stripe.com/connect/express-accounts */
export const payouts: Payouts = {
  async openAccount(userId) {
    const client = await stripe();
    const account = await asked(() =>
      client.accounts.create(
        {
          type: 'express',
          business_type: 'individual',
          business_profile: { product_description: `Answers messages on ${PRODUCT_NAME}` },
          capabilities: { transfers: { requested: true } },
          metadata: { userId },
        },
        { idempotencyKey: `payout-account:${userId}` },
      ),
    );
    return accountStanding(account);
  },

  async account(accountId) {
    const client = await stripe();
    return accountStanding(await asked(() => client.accounts.retrieve(accountId)));
  },

  async setupLink(accountId, { done, again }) {
    const client = await stripe();
    const link = await asked(() =>
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
    const sent = await payouts.sent(order);
    if (sent) return sent;
    const client = await stripe();
    const group = groupOf(order);
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
      return await transferStanding(client, made);
    } catch (fault) {
      return refusalOf(fault);
    }
  },

  async sent(name) {
    const client = await stripe();
    const group = groupOf(name);
    const { data } = await asked(() => client.transfers.list({ transfer_group: group, limit: 1 }));
    return data[0] && transferStanding(client, data[0]);
  },

  async reversible(transferId) {
    const client = await stripe();
    const { amount, amount_reversed, destination } = await asked(() =>
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
    if (await wasReversed(client, transferId, name)) return 'REVERSED';
    try {
      await client.transfers.createReversal(
        transferId,
        { amount, metadata: { recovery: name } },
        { idempotencyKey: name },
      );
      return 'REVERSED';
    } catch (fault) {
      return refusalOf(fault).is === 'underway' ? 'UNDERWAY' : 'REFUSED';
    }
  },

  async standing(transferId) {
    const client = await stripe();
    const transfer = await asked(() => client.transfers.retrieve(transferId));
    const { userId, period } = transfer.metadata;
    return userId && period
      ? { userId, period, ...(await transferStanding(client, transfer)) }
      : undefined;
  },
};

function accountStanding(account: Stripe.Account): PayoutAccountStanding {
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
    throw mapped(fault);
  }
}

async function transferStanding(
  client: Stripe,
  transfer: Stripe.Transfer,
): Promise<TransferStanding> {
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
  await asked(async () => {
    for await (const one of client.transfers.listReversals(id, { limit: 100 })) all.push(one);
  });
  return all;
}

/** Whether a reversal was made under this name. Stops at it: the list is newest first. */
const wasReversed = (client: Stripe, transferId: string, name: string): Promise<boolean> =>
  asked(async () => {
    for await (const { metadata } of client.transfers.listReversals(transferId, { limit: 100 }))
      if (metadata?.recovery === name) return true;
    return false;
  });

/** The outcome that Stripe's error means. Throws errors that are not about this request, such as a timeout or a bad key. */
function refusalOf(fault: unknown): TransferStanding {
  const { StripeError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors;
  if (fault instanceof StripeIdempotencyError) return { is: 'underway' };
  if (fault instanceof StripeError && fault.statusCode === 409) return { is: 'underway' };
  if (!(fault instanceof StripeInvalidRequestError)) throw mapped(fault);
  if (fault.code === 'insufficient_capabilities_for_transfer') return { is: 'notReady' };
  if (fault.code === 'balance_insufficient') return { is: 'short' };
  return { is: 'refused', reason: fault.code ?? fault.message };
}
