import type Stripe from 'stripe';
import { userById } from '../../storage/accounts/users.ts';
import { ownerOf } from './subscription-events.ts';
import type { WebhookHandler } from './webhook-handler.ts';

/**
 * Sets the card on file as the default card before a renewal. The invoice stays a draft for an hour, and the card may have
 * been replaced by one that paid for a message.
 */
export const invoiceCreated: WebhookHandler = async (event, { table, subscriptions, now }) => {
  const invoice = event.data.object as Stripe.Invoice;
  const owner = invoice.status === 'draft' ? ownerOf(invoice) : undefined;
  const user = owner && (await userById(table, owner.userId, now));
  if (user?.card && user.stripeCustomerId)
    await subscriptions.makeDefault(user.stripeCustomerId, user.card.id);
};
