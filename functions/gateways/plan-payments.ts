import type Stripe from 'stripe';
import { type Cents, cents } from '../../shared/money.ts';
import type { Takings } from '../../shared/rules/conversations/disputes.ts';
import { asked, stripe } from './stripe.ts';
import { takingsOf } from './takings.ts';

/** A payment for a plan, and what became of it since. */
export type PlanPayment = {
  readonly invoiceId: string;
  readonly userId: string;
  readonly amount: Cents;
  readonly takings: Takings;
};

type Named = { readonly intentId: string } | { readonly invoiceId: string };

/** The payment of an invoice, by the one or the other; undefined for one that was not made, or is of no plan of ours. */
export async function planPayment(of: Named): Promise<PlanPayment | undefined> {
  const client = await stripe();
  const named =
    'intentId' in of
      ? { payment: { type: 'payment_intent' as const, payment_intent: of.intentId } }
      : { invoice: of.invoiceId };
  const found = await asked(() => client.invoicePayments.list({ ...named, limit: 1 }));
  const { invoice: invoiceRef, payment } = found.data[0] ?? {};
  const [invoiceId, intentId] = [idOf(invoiceRef), idOf(payment?.payment_intent)];
  if (!invoiceId || !intentId) return undefined;
  const [invoice, intent] = await asked(() =>
    Promise.all([
      client.invoices.retrieve(invoiceId),
      client.paymentIntents.retrieve(intentId, { expand: ['latest_charge.refunds'] }),
    ]),
  );
  const userId = invoice.parent?.subscription_details?.metadata?.userId;
  if (!userId || invoice.status !== 'paid') return undefined;
  const takings = await takingsOf(client, intent);
  return { invoiceId, userId, amount: cents(invoice.amount_paid), takings };
}

/** The monthly payments that somebody made, by their invoices, oldest first: a first month or a renewal, no upgrade. */
export async function paidMonths(customerId: string): Promise<string[]> {
  const client = await stripe();
  const paid = await asked(() =>
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
