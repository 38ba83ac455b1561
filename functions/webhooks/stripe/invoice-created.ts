import type Stripe from 'stripe';
import { userById } from '../../storage/accounts/users.ts';
import type { Notice } from './notice.ts';
import { ownerOf } from './subscription-notice.ts';

/**
 * A renewal stays a draft for an hour, and waits for this answer: time to see to it that the card on file pays, which may
 * have been replaced by one that paid a message.
 */
export const invoiceCreated: Notice = async (event, { table, subscriptions, now }) => {
  const invoice = event.data.object as Stripe.Invoice;
  const owner = invoice.status === 'draft' ? ownerOf(invoice) : undefined;
  const user = owner && (await userById(table, owner.userId, now));
  if (user?.card && user.stripeCustomerId)
    await subscriptions.makeDefault(user.stripeCustomerId, user.card.id);
};
