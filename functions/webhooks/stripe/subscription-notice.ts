import type Stripe from 'stripe';
import { cents } from '../../../shared/money.ts';
import { subscriptionEntry } from '../../../shared/rules/ledger/ledger.ts';
import { forgetDeclined, noteSubscription } from '../../billing/subscriptions.ts';
import type { User } from '../../storage/accounts/users.ts';
import { bookPayment } from '../../storage/billing/plans.ts';
import type { NoticeDesk } from './notice.ts';

/* Events of subscriptions and their invoices. The metadata of a subscription says whose it is; others are not ours. */

/** Looks where the subscription stands that an event is about, and writes down what follows for its person. */
export async function lookAtSubscription(
  event: Stripe.Event,
  desk: NoticeDesk,
): Promise<User | undefined> {
  const { id, metadata } = event.data.object as Stripe.Subscription;
  return metadata.userId ? noteSubscription(desk, metadata.userId, id) : undefined;
}

/** Whose an invoice is, and of which subscription; undefined for one that is of neither. */
export function ownerOf({ parent }: Stripe.Invoice) {
  const { metadata, subscription } = parent?.subscription_details ?? {};
  const subscriptionId = typeof subscription === 'string' ? subscription : subscription?.id;
  const userId = metadata?.userId;
  return userId && subscriptionId ? { userId, subscriptionId } : undefined;
}

/** Books what was paid, once, and brings the plan up to it; false for what is nobody's, or cost nothing. */
export async function notePayment(invoice: Stripe.Invoice, desk: NoticeDesk): Promise<boolean> {
  const owner = ownerOf(invoice);
  if (!owner || invoice.amount_paid === 0) return false;
  const after = await noteSubscription(desk, owner.userId, owner.subscriptionId);
  // The latest payment is booked with the plan; an event that comes late is of an older one.
  if (after?.membership?.invoiceId === invoice.id) return true;
  const entry = subscriptionEntry(invoice.id, cents(invoice.amount_paid));
  await bookPayment(desk.table, entry, desk.now);
  return true;
}

/** A payment that did not go through: a try is forgotten, a renewal is owed. */
export async function noteFailure(invoice: Stripe.Invoice, desk: NoticeDesk): Promise<void> {
  const owner = ownerOf(invoice);
  const after = owner && (await noteSubscription(desk, owner.userId, owner.subscriptionId));
  if (after) await forgetDeclined(desk, after, owner.subscriptionId);
}
