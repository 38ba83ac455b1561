import type Stripe from 'stripe';
import { cents } from '#shared/money.ts';
import { abandonDeclinedAttempt, syncSubscription } from '../../billing/subscriptions.ts';
import type { User } from '../../storage/accounts/users.ts';
import { bookPayment } from '../../storage/billing/plans.ts';
import type { WebhookContext } from './webhook-handler.ts';

/* Helpers for events of subscriptions and their invoices. A subscription without our `userId` metadata is not ours. */

/** Synchronizes the account of the person whose subscription an event is about. */
export async function refreshSubscription(
  event: Stripe.Event,
  context: WebhookContext,
): Promise<User | undefined> {
  const { id, metadata } = event.data.object as Stripe.Subscription;
  return metadata.userId ? syncSubscription(context, metadata.userId, id) : undefined;
}

/** The person and the subscription of an invoice; undefined if it is not for a plan. */
export function ownerOf({ parent }: Stripe.Invoice) {
  const { metadata, subscription } = parent?.subscription_details ?? {};
  const subscriptionId = typeof subscription === 'string' ? subscription : subscription?.id;
  const userId = metadata?.userId;
  return userId && subscriptionId ? { userId, subscriptionId } : undefined;
}

/** Books the payment of an invoice once and synchronizes the plan; false if the invoice is not for a plan or cost nothing. */
export async function recordInvoicePayment(
  invoice: Stripe.Invoice,
  context: WebhookContext,
): Promise<boolean> {
  const owner = ownerOf(invoice);
  if (!owner || invoice.amount_paid === 0) return false;
  const after = await syncSubscription(context, owner.userId, owner.subscriptionId);
  // `syncSubscription` booked the latest payment; a late event is about an older one.
  if (after?.membership?.invoiceId === invoice.id) return true;
  const charge = { invoiceId: invoice.id, amount: cents(invoice.amount_paid) };
  await bookPayment(context.table, owner.userId, charge, context.now);
  return true;
}

/** Records a failed payment: an attempt to begin or upgrade is abandoned, a renewal becomes past due. */
export async function recordPaymentFailure(
  invoice: Stripe.Invoice,
  context: WebhookContext,
): Promise<void> {
  const owner = ownerOf(invoice);
  const after = owner && (await syncSubscription(context, owner.userId, owner.subscriptionId));
  if (after) await abandonDeclinedAttempt(context, after, owner.subscriptionId);
}
