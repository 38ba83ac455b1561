import Stripe from 'stripe';
import { cents } from '../../shared/money.ts';
import { Refusal } from '../../shared/refusals.ts';
import {
  PAID_PLANS,
  type PaidPlan,
  type SubscriptionFacts,
} from '../../shared/rules/billing/plans.ts';
import { fromSeconds } from '../../shared/time.ts';
import { setDefaultCard } from './customer.ts';
import { reasonOf, refusalSentence } from './declines.ts';
import { isUnusableCard } from './paid-card.ts';
import { paidMonths, planPayment } from './plan-payments.ts';
import { priceOf } from './prices.ts';
import { asked, mapped, stripe } from './stripe.ts';

/** A payment that was asked for and not made: of a beginning, of an upgrade, or of a renewal that is owed. */
export type Unpaid = {
  readonly plan: PaidPlan;
  /** The card that was asked, where the provider still says so. */
  readonly cardId?: string;
} & (
  | { readonly is: 'needsAction'; readonly clientSecret: string }
  | { readonly is: 'declined'; readonly sentence: string }
  /** The bank is being asked at this moment. */
  | { readonly is: 'underway' }
);

/** Where a person's subscription stands. */
export type SubscriptionStanding = SubscriptionFacts & {
  readonly userId: string;
  /** A beginning or an upgrade that came to no end yet; nothing of it is true before it is paid. */
  readonly attempt?: Unpaid;
  /** A renewal that is owed. */
  readonly debt?: Unpaid;
};

/** `key`: what makes two requests one. The same question at this moment, or another under the same key: `underway`. */
type Asking = { readonly cardId: string; readonly customerId: string; readonly key: string };

/**
 * The narrow way to the provider's subscriptions. Every verb may be repeated with the same arguments and has its effect
 * once. Each throws the refusal UNAVAILABLE when the provider did not answer: then nobody knows whether it was done.
 */
export type Subscriptions = {
  standing(subscriptionId: string): Promise<SubscriptionStanding>;
  /** The one of a customer that is not over, if there is one. */
  find(customerId: string): Promise<SubscriptionStanding | undefined>;
  /** Begins one, and asks the card on file for the first month with the person there. */
  subscribe(
    asking: Asking & { readonly userId: string; readonly plan: PaidPlan },
  ): Promise<SubscriptionStanding | Declined | 'underway'>;
  /** Moves to a larger plan: a new month begins, what is left of the old one is taken off; true once it is paid. */
  raise(
    asking: Asking & { readonly subscriptionId: string; readonly plan: PaidPlan },
  ): Promise<SubscriptionStanding | Declined | 'underway'>;
  /** Forgets a beginning or an upgrade that is not paid. */
  giveUp(subscriptionId: string): Promise<void>;
  /** Asks for a renewal that is owed, with the person there. */
  payDebt(subscriptionId: string, asking: Omit<Asking, 'key'>): Promise<SubscriptionStanding>;
  /** Ends it with the month that is paid, or takes that back. */
  setEnding(subscriptionId: string, ending: boolean): Promise<void>;
  /** Ends it now. */
  end(subscriptionId: string): Promise<void>;
  /** The card that pays renewals from now on; one that cannot pay any more leaves everything as it is. */
  makeDefault(customerId: string, cardId: string): Promise<void>;
  payment: typeof planPayment;
  paidMonths: typeof paidMonths;
};

/** The card was refused before the provider made anything. */
export type Declined = { readonly is: 'declined'; readonly sentence: string };

const UNCHANGED = 'Nothing was charged and your plan has not changed.';
const declined = (reason: string | undefined): Declined => ({
  is: 'declined',
  sentence: refusalSentence(reason, UNCHANGED),
});

/** Subscriptions by Stripe: https://docs.stripe.com/billing/subscriptions/overview */
export const subscriptions: Subscriptions = {
  payment: planPayment,
  paidMonths,

  async standing(subscriptionId) {
    return standingOf(await retrieve(subscriptionId));
  },

  async find(customerId) {
    const client = await stripe();
    const all = await asked(() =>
      client.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
    );
    const alive = all.data.find((one) => one.metadata.userId && stateOf(one) !== 'over');
    return alive && subscriptions.standing(alive.id);
  },

  async subscribe({ userId, customerId, cardId, plan, key }) {
    const client = await stripe();
    return answered(async () => {
      await setDefaultCard(customerId, cardId);
      const begun = await client.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: await priceOf(client, plan) }],
          payment_behavior: 'allow_incomplete',
          metadata: { userId },
        },
        { idempotencyKey: `subscribe:${key}` },
      );
      return begun.id;
    });
  },

  async raise({ subscriptionId, customerId, cardId, plan, key }) {
    const client = await stripe();
    const before = await retrieve(subscriptionId);
    return answered(async () => {
      await setDefaultCard(customerId, cardId);
      await client.subscriptions.update(
        subscriptionId,
        {
          items: [{ id: itemOf(before).id, price: await priceOf(client, plan) }],
          payment_behavior: 'pending_if_incomplete',
          proration_behavior: 'always_invoice',
          billing_cycle_anchor: { type: 'now' },
        },
        { idempotencyKey: `raise:${key}` },
      );
      return subscriptionId;
    });
  },

  async giveUp(subscriptionId) {
    const client = await stripe();
    const {
      status,
      pending_update: pending,
      latest_invoice: invoice,
    } = await retrieve(subscriptionId);
    await unlessOver(async () => {
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
      // What the bank said stands at the provider, and is read below.
      const told =
        fault instanceof Stripe.errors.StripeCardError ||
        fault instanceof Stripe.errors.StripeInvalidRequestError;
      if (!told) throw mapped(fault);
    }
    return subscriptions.standing(subscriptionId);
  },

  async setEnding(subscriptionId, ending) {
    const client = await stripe();
    await unlessOver(() =>
      client.subscriptions.update(subscriptionId, { cancel_at_period_end: ending }),
    );
  },

  async end(subscriptionId) {
    const client = await stripe();
    await unlessOver(() => client.subscriptions.cancel(subscriptionId));
  },

  async makeDefault(customerId, cardId) {
    try {
      await setDefaultCard(customerId, cardId);
    } catch (fault) {
      if (!isUnusableCard(fault)) throw mapped(fault);
    }
  },
};

/** What became of a request, from the provider's books: an answer under an old key may be a day old. */
async function answered(
  ask: () => Promise<string>,
): Promise<SubscriptionStanding | Declined | 'underway'> {
  try {
    return await subscriptions.standing(await ask());
  } catch (fault) {
    const { StripeCardError, StripeError, StripeIdempotencyError } = Stripe.errors;
    if (fault instanceof Refusal) throw fault;
    if (fault instanceof StripeIdempotencyError) return 'underway';
    if (fault instanceof StripeError && fault.statusCode === 409) return 'underway';
    if (fault instanceof StripeCardError)
      return declined(reasonOf({ decline_code: fault.decline_code, code: fault.code }));
    if (isUnusableCard(fault)) return declined('unusable');
    throw mapped(fault);
  }
}

/** It may have ended, or been paid, in this very moment: whoever asked looks again anyway. */
async function unlessOver(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeInvalidRequestError)) throw mapped(fault);
  }
}

async function retrieve(subscriptionId: string): Promise<Stripe.Subscription> {
  const client = await stripe();
  return asked(() =>
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

function stateOf({ status }: Stripe.Subscription): SubscriptionFacts['is'] {
  if (status === 'incomplete') return 'beginning';
  if (status === 'active' || status === 'trialing') return 'active';
  return status === 'past_due' ? 'failing' : 'over';
}

async function standingOf(subscription: Stripe.Subscription): Promise<SubscriptionStanding> {
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
  const intent = await asked(() => client.paymentIntents.retrieve(intentId));
  const method = intent.payment_method ?? intent.last_payment_error?.payment_method;
  const cardId = typeof method === 'string' ? method : method?.id;
  const of = { plan, ...(cardId && { cardId }) };
  if (intent.status === 'requires_action')
    return { ...of, is: 'needsAction', clientSecret: intent.client_secret ?? '' };
  if (intent.status === 'requires_payment_method')
    return { ...of, ...declined(reasonOf(intent.last_payment_error)) };
  return { ...of, is: 'underway' };
}
