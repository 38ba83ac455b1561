import type Stripe from 'stripe';
import { type Cents, cents } from '../../shared/money.ts';
import type { ChargeSummary } from '../../shared/rules/conversations/disputes.ts';
import { chargeSummaryOf } from './charge-summary.ts';
import { callStripe, stripe } from './stripe.ts';

/** A payment of a plan, with a summary of its refunds and disputes. */
export type PlanPayment = {
  readonly invoiceId: string;
  readonly userId: string;
  readonly amount: Cents;
  readonly chargeSummary: ChargeSummary;
};

type Named = { readonly intentId: string } | { readonly invoiceId: string };

/** Finds the payment of a plan by its intent or invoice; undefined if it was not made, or is for something else. */
export async function planPayment(of: Named): Promise<PlanPayment | undefined> {
  const client = await stripe();
  const named =
    'intentId' in of
      ? { payment: { type: 'payment_intent' as const, payment_intent: of.intentId } }
      : { invoice: of.invoiceId };
  const found = await callStripe(() => client.invoicePayments.list({ ...named, limit: 1 }));
  const { invoice: invoiceRef, payment } = found.data[0] ?? {};
  const [invoiceId, intentId] = [idOf(invoiceRef), idOf(payment?.payment_intent)];
  if (!invoiceId || !intentId) return undefined;
  const [invoice, intent] = await callStripe(() =>
    Promise.all([
      client.invoices.retrieve(invoiceId),
      client.paymentIntents.retrieve(intentId, { expand: ['latest_charge.refunds'] }),
    ]),
  );
  const userId = invoice.parent?.subscription_details?.metadata?.userId;
  if (!userId || invoice.status !== 'paid') return undefined;
  const chargeSummary = await chargeSummaryOf(client, intent);
  return { invoiceId, userId, amount: cents(invoice.amount_paid), chargeSummary: chargeSummary };
}

/** The invoices of a customer's monthly payments, oldest first: first months and renewals, not upgrades. */
export async function paidMonths(customerId: string): Promise<string[]> {
  const client = await stripe();
  const paid = await callStripe(() =>
    client.invoices
      .list({ customer: customerId, status: 'paid', limit: 100 })
      .autoPagingToArray({ limit: 1_000 }),
  );
  return paid
    .filter(({ billing_reason: reason, amount_paid: amount }) => isMonth(reason) && amount > 0)
    .sort((one, other) => paidAt(one) - paidAt(other))
    .map(({ id }) => id);
}

const isMonth = (reason: Stripe.Invoice['billing_reason']) =>
  reason === 'subscription_create' || reason === 'subscription_cycle';
const paidAt = ({ status_transitions: moments }: Stripe.Invoice) => moments.paid_at ?? 0;
const idOf = (ref: string | { readonly id: string } | null | undefined) =>
  typeof ref === 'string' ? ref : ref?.id;
