import type Stripe from 'stripe';
import type { Context } from './context.ts';
import { noSuch } from './refusal.ts';

/** The customer with this id, unless deleted. */
export function existingCustomer(
  context: Context,
  id: string,
  param: string,
  status: 400 | 404 = 400,
): Stripe.Customer {
  const found = context.store.get('customers', id);
  if (!found || found.deleted) throw noSuch('customer', id, param, status);
  return found as Stripe.Customer;
}
