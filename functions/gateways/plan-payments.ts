import type Stripe from 'stripe';
import { type Cents, cents } from '#shared/money.ts';
import type { ChargeSummary } from '#shared/rules/conversations/payment-status.ts';
import { fromSeconds, type Instant } from '#shared/time.ts';
import { chargeSummaryOf } from './charge-summary.ts';
import { callStripe, stripe } from './stripe.ts';

/** A payment of a plan, with a summary of its refunds and disputes. */
export type PlanPayment = {
  readonly invoiceId: string;
  readonly intentId: string;
  readonly userId: string;
  readonly amount: Cents;
  readonly chargeSummary: ChargeSummary;
};

/** An invoice of a plan. `at`: when it was paid, or if it was not, when it was made. */
export type PlanInvoice = {
  readonly id: string;
  readonly description: string;
  readonly at: Instant;
  readonly from: Instant;
  readonly to: Instant;
  readonly amount: Cents;
  readonly status: 'PAID' | 'OPEN' | 'CANCELLED';
  readonly receiptUrl: string | null;
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
  return { invoiceId, intentId, userId, amount: cents(invoice.amount_paid), chargeSummary };
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

/** The latest 100 invoices of a customer, newest first, without drafts and those of nothing. */
export async function planInvoices(customerId: string): Promise<PlanInvoice[]> {
  const client = await stripe();
  const { data } = await callStripe(() =>
    client.invoices.list({ customer: customerId, limit: 100 }),
  );
  return data.filter(({ status, total }) => status !== 'draft' && total > 0).map(invoiceOf);
}

function invoiceOf(invoice: Stripe.Invoice): PlanInvoice {
  const { id, status, created, total, amount_paid: paid, lines } = invoice;
  // An upgrade has a line for the rest of the old month too; the last period is what was bought.
  const [line] = lines.data.toSorted((one, other) => other.period.end - one.period.end);
  const at = invoice.status_transitions.paid_at ?? created;
  return {
    id,
    description: line?.description ?? '',
    at: fromSeconds(at),
    from: fromSeconds(line?.period.start ?? at),
    to: fromSeconds(line?.period.end ?? at),
    amount: cents(status === 'paid' ? paid : total),
    status: status === 'paid' ? 'PAID' : status === 'open' ? 'OPEN' : 'CANCELLED',
    receiptUrl: invoice.hosted_invoice_url ?? null,
  };
}

const isMonth = (reason: Stripe.Invoice['billing_reason']) =>
  reason === 'subscription_create' || reason === 'subscription_cycle';
const paidAt = ({ status_transitions: moments }: Stripe.Invoice) => moments.paid_at ?? 0;
const idOf = (ref: string | { readonly id: string } | null | undefined) =>
  typeof ref === 'string' ? ref : ref?.id;
