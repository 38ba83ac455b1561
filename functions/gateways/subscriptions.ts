import Stripe from 'stripe';
import { type Cents, cents } from '#shared/money.ts';
import { ALLOWED_PAYMENT_METHODS } from '#shared/payment-method-names.ts';
import { Refusal } from '#shared/refusals.ts';
import { PAID_PLANS, type PaidPlan, type SubscriptionState } from '#shared/rules/billing/plans.ts';
import { fromSeconds, type Instant, toSeconds } from '#shared/time.ts';
import { reasonOf, refusalSentence } from './card-declines.ts';
import { isUnusableCard } from './card-details.ts';
import { setDefaultCard } from './customer.ts';
import { paidMonths, planInvoices, planPayment } from './plan-payments.ts';
import { priceOf } from './plan-prices.ts';
import { callStripe, mappedError, stripe } from './stripe.ts';

/** An unpaid invoice: of a new subscription, an upgrade or a renewal. */
export type Unpaid = {
  readonly plan: PaidPlan;
  /** The card that was charged, if Stripe still shows it. */
  readonly cardId?: string;
} & (
  | { readonly is: 'needsAction'; readonly clientSecret: string }
  | { readonly is: 'declined'; readonly sentence: string }
  /** The payment is being processed. */
  | { readonly is: 'underway' }
);

/** The status of a person's subscription at Stripe. */
export type SubscriptionStatus = SubscriptionState & {
  readonly userId: string;
  /** A new subscription or an upgrade that is not paid; it takes effect with its payment. */
  readonly attempt?: Unpaid;
  /** An unpaid renewal. */
  readonly debt?: Unpaid;
  /** What the unpaid renewal costs. */
  readonly owed?: Cents;
};

/** The input of a subscription request. `key`: the idempotency key; a concurrent request with it results in `underway`. */
type PlanRequest = { readonly cardId: string; readonly customerId: string; readonly key: string };

/**
 * The gateway to subscriptions. Every method is idempotent. Each throws UNAVAILABLE when Stripe does not answer; it is unknown
 * then whether the effect took place.
 */
export type Subscriptions = {
  status(subscriptionId: string): Promise<SubscriptionStatus>;
  /** Finds the subscription of a customer that is not over. */
  find(customerId: string): Promise<SubscriptionStatus | undefined>;
  /** Begins a subscription and charges the card on file for the first month, in the person's presence. */
  subscribe(
    asking: PlanRequest & { readonly userId: string; readonly plan: PaidPlan },
  ): Promise<SubscriptionStatus | DeclinedCard | 'underway'>;
  /** Upgrades to a larger plan. A new month begins, less the rest of the old one; the upgrade takes effect when it is paid. */
  raise(
    asking: PlanRequest & {
      readonly subscriptionId: string;
      readonly plan: PaidPlan;
      /** The moment from which the rest of the old month is counted; by default, that of the request. */
      readonly at?: Instant | undefined;
    },
  ): Promise<SubscriptionStatus | DeclinedCard | 'underway'>;
  /** What `raise` would charge, with the rest of the old month counted from `at` on. Changes nothing. */
  previewRaise(asking: {
    readonly subscriptionId: string;
    readonly plan: PaidPlan;
    readonly at: Instant;
  }): Promise<Cents>;
  /** Cancels an unpaid new subscription or upgrade. */
  giveUp(subscriptionId: string): Promise<void>;
  /** Pays an unpaid renewal, in the person's presence. */
  payDebt(subscriptionId: string, asking: Omit<PlanRequest, 'key'>): Promise<SubscriptionStatus>;
  /** Cancels a subscription at the end of the paid month, or resumes it. */
  setEnding(subscriptionId: string, ending: boolean): Promise<void>;
  /** Ends a subscription immediately. */
  end(subscriptionId: string): Promise<void>;
  /** Sets the card that pays renewals; an unusable card is ignored. */
  makeDefault(customerId: string, cardId: string): Promise<void>;
  payment: typeof planPayment;
  paidMonths: typeof paidMonths;
  invoices: typeof planInvoices;
};

/** The card was declined before a subscription was created or changed. */
type DeclinedCard = { readonly is: 'declined'; readonly sentence: string };

const UNCHANGED = 'Nothing was charged and your plan hasn’t changed.';
const declined = (reason: string | undefined): DeclinedCard => ({
  is: 'declined',
  sentence: refusalSentence(reason, UNCHANGED),
});

/** Subscriptions by Stripe: https://docs.stripe.com/billing/subscriptions/overview */
export const subscriptions: Subscriptions = {
  payment: planPayment,
  paidMonths,
  invoices: planInvoices,

  async status(subscriptionId) {
    return subscriptionStatusOf(await retrieve(subscriptionId));
  },

  async find(customerId) {
    const client = await stripe();
    const all = await callStripe(() =>
      client.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
    );
    const alive = all.data.find((one) => one.metadata.userId && stateOf(one) !== 'over');
    return alive && subscriptions.status(alive.id);
  },

  async subscribe({ userId, customerId, cardId, plan, key }) {
    const client = await stripe();
    return statusAfter(async () => {
      await setDefaultCard(customerId, cardId);
      const begun = await client.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: await priceOf(client, plan) }],
          payment_behavior: 'allow_incomplete',
          payment_settings: { payment_method_types: [...ALLOWED_PAYMENT_METHODS] },
          metadata: { userId },
        },
        { idempotencyKey: `subscribe:${key}` },
      );
      return begun.id;
    });
  },

  async raise({ subscriptionId, customerId, cardId, plan, at, key }) {
    const client = await stripe();
    const before = await retrieve(subscriptionId);
    return statusAfter(async () => {
      await setDefaultCard(customerId, cardId);
      await client.subscriptions.update(
        subscriptionId,
        {
          items: [{ id: itemOf(before).id, price: await priceOf(client, plan) }],
          payment_behavior: 'pending_if_incomplete',
          proration_behavior: 'always_invoice',
          billing_cycle_anchor: { type: 'now' },
          ...(at !== undefined && { proration_date: toSeconds(at) }),
        },
        { idempotencyKey: `raise:${key}` },
      );
      return subscriptionId;
    });
  },

  async previewRaise({ subscriptionId, plan, at }) {
    const client = await stripe();
    const before = await retrieve(subscriptionId);
    const preview = await callStripe(async () =>
      client.invoices.createPreview({
        subscription: subscriptionId,
        subscription_details: {
          items: [{ id: itemOf(before).id, price: await priceOf(client, plan) }],
          proration_behavior: 'always_invoice',
          proration_date: toSeconds(at),
          billing_cycle_anchor: { type: 'now' },
        },
      }),
    );
    return cents(preview.amount_due);
  },

  async giveUp(subscriptionId) {
    const client = await stripe();
    const {
      status,
      pending_update: pending,
      latest_invoice: invoice,
    } = await retrieve(subscriptionId);
    await ignoringEnded(async () => {
      if (status === 'incomplete') await client.subscriptions.cancel(subscriptionId);
      else if (pending && typeof invoice === 'object' && invoice)
        await client.invoices.voidInvoice(invoice.id);
    });
  },

  async payDebt(subscriptionId, { customerId, cardId }) {
    const client = await stripe();
    const { latest_invoice: invoice } = await retrieve(subscriptionId);
    try {
      await setDefaultCard(customerId, cardId);
      if (typeof invoice === 'object' && invoice?.status === 'open')
        await client.invoices.pay(invoice.id, { off_session: false, payment_method: cardId });
    } catch (fault) {
      // Stripe has saved the bank's decision, which is read below.
      const expected =
        fault instanceof Stripe.errors.StripeCardError ||
        fault instanceof Stripe.errors.StripeInvalidRequestError;
      if (!expected) throw mappedError(fault);
    }
    return subscriptions.status(subscriptionId);
  },

  async setEnding(subscriptionId, ending) {
    const client = await stripe();
    await ignoringEnded(() =>
      client.subscriptions.update(subscriptionId, { cancel_at_period_end: ending }),
    );
  },

  async end(subscriptionId) {
    const client = await stripe();
    await ignoringEnded(() => client.subscriptions.cancel(subscriptionId));
  },

  async makeDefault(customerId, cardId) {
    try {
      await setDefaultCard(customerId, cardId);
    } catch (fault) {
      if (!isUnusableCard(fault)) throw mappedError(fault);
    }
  },
};

/** The status after a request, read again from Stripe, because the response under a repeated key may be a day old. */
async function statusAfter(
  ask: () => Promise<string>,
): Promise<SubscriptionStatus | DeclinedCard | 'underway'> {
  try {
    return await subscriptions.status(await ask());
  } catch (fault) {
    const { StripeCardError, StripeError, StripeIdempotencyError } = Stripe.errors;
    if (fault instanceof Refusal) throw fault;
    if (fault instanceof StripeIdempotencyError) return 'underway';
    if (fault instanceof StripeError && fault.statusCode === 409) return 'underway';
    if (fault instanceof StripeCardError)
      return declined(reasonOf({ decline_code: fault.decline_code, code: fault.code }));
    if (isUnusableCard(fault) || isCardMissing(fault)) return declined('unusable');
    throw mappedError(fault);
  }
}

/** Whether an error says that the customer has no card: it was removed in the middle of the request. */
const isCardMissing = (fault: unknown): boolean =>
  fault instanceof Stripe.errors.StripeInvalidRequestError &&
  fault.code === 'resource_missing' &&
  !fault.param;

/**
 * Ignores Stripe's refusal of a change, because the subscription may have ended or been paid meanwhile; callers read it
 * again.
 */
async function ignoringEnded(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeInvalidRequestError)) throw mappedError(fault);
  }
}

async function retrieve(subscriptionId: string): Promise<Stripe.Subscription> {
  const client = await stripe();
  return callStripe(() =>
    client.subscriptions.retrieve(subscriptionId, {
      expand: ['latest_invoice.confirmation_secret'],
    }),
  );
}

function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`the subscription ${id} has no item`);
  return item;
}

function stateOf({ status }: Stripe.Subscription): SubscriptionState['is'] {
  if (status === 'incomplete') return 'beginning';
  if (status === 'active' || status === 'trialing') return 'active';
  return status === 'past_due' ? 'failing' : 'over';
}

async function subscriptionStatusOf(
  subscription: Stripe.Subscription,
): Promise<SubscriptionStatus> {
  const { latest_invoice: latest, pending_update: pending, metadata } = subscription;
  const item = itemOf(subscription);
  const invoice = typeof latest === 'object' ? latest : null;
  const plan = planOf(item);
  const is = stateOf(subscription);
  const wanted = pending?.subscription_items?.[0];
  const attempt =
    is === 'beginning'
      ? await unpaid(invoice, plan)
      : wanted && is === 'active'
        ? await unpaid(invoice, planOf(wanted))
        : undefined;
  const debt = is === 'failing' ? await unpaid(invoice, plan) : undefined;
  const paid = invoice?.status === 'paid' && invoice.amount_paid > 0 ? invoice : undefined;
  return {
    subscriptionId: subscription.id,
    userId: metadata.userId ?? '',
    plan,
    is,
    periodStart: fromSeconds(item.current_period_start),
    periodEnd: fromSeconds(item.current_period_end),
    ending: subscription.cancel_at_period_end,
    ...(paid && { paid: { invoiceId: paid.id, amount: cents(paid.amount_paid) } }),
    ...(attempt && { attempt }),
    ...(debt && { debt }),
    ...(debt && invoice?.status === 'open' && { owed: cents(invoice.amount_remaining) }),
  };
}

function planOf({ price }: Pick<Stripe.SubscriptionItem, 'price'>): PaidPlan {
  const plan = PAID_PLANS.find((one) => one === price.metadata.plan);
  if (!plan) throw new Error(`the price ${price.id} is of no plan`);
  return plan;
}

async function unpaid(invoice: Stripe.Invoice | null, plan: PaidPlan): Promise<Unpaid> {
  const [intentId] = invoice?.confirmation_secret?.client_secret.split('_secret_') ?? [];
  if (!intentId) return { plan, is: 'underway' };
  const client = await stripe();
  const intent = await callStripe(() => client.paymentIntents.retrieve(intentId));
  const method = intent.payment_method ?? intent.last_payment_error?.payment_method;
  const cardId = typeof method === 'string' ? method : method?.id;
  const of = { plan, ...(cardId && { cardId }) };
  if (intent.status === 'requires_action')
    return { ...of, is: 'needsAction', clientSecret: intent.client_secret ?? '' };
  if (intent.status === 'requires_payment_method')
    return { ...of, ...declined(reasonOf(intent.last_payment_error)) };
  return { ...of, is: 'underway' };
}
