import type Stripe from 'stripe';
import { noSuch } from './refusal.ts';
import type { World } from './world.ts';

/** The customer with this id, unless deleted. */
export function existingCustomer(
  world: World,
  id: string,
  param: string,
  status: 400 | 404 = 400,
): Stripe.Customer {
  const found = world.books.get('customers', id);
  if (!found || found.deleted) throw noSuch('customer', id, param, status);
  return found as Stripe.Customer;
}
