import type { Instant } from '#shared/time.ts';
import { saveCustomer, type User, userById } from '../storage/accounts/users.ts';
import type { TableWriter } from '../storage/table.ts';

/** The dependencies for looking up a Stripe customer. */
type CustomerContext = {
  readonly table: TableWriter;
  readonly now: Instant;
  readonly customers: { customer(userId: string): Promise<string> };
};

/**
 * The Stripe customer of a person, created if there is none. Two concurrent first payments may both create it; the
 * idempotency key gives both the same customer, and the first write stores it.
 */
export async function customerOf(
  { table, customers, now }: CustomerContext,
  user: User,
): Promise<string> {
  if (user.stripeCustomerId) return user.stripeCustomerId;
  const customerId = await customers.customer(user.id);
  if ((await saveCustomer(table, user.id, customerId)) === 'done') return customerId;
  return (await userById(table, user.id, now))?.stripeCustomerId ?? customerId;
}
