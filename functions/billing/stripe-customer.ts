import type { Instant } from '../../shared/time.ts';
import { saveCustomer, type User, userById } from '../storage/accounts/users.ts';
import type { TableWriter } from '../storage/table.ts';

/** Who knows the provider's customers. */
type CustomerDesk = {
  readonly table: TableWriter;
  readonly now: Instant;
  readonly customers: { customer(userId: string): Promise<string> };
};

/**
 * The customer at the provider who stands for a person. Two first payments at once may both ask; the provider gives one
 * customer, and one of them keeps it first.
 */
export async function customerOf(
  { table, customers, now }: CustomerDesk,
  user: User,
): Promise<string> {
  if (user.stripeCustomerId) return user.stripeCustomerId;
  const customerId = await customers.customer(user.id);
  if ((await saveCustomer(table, user.id, customerId)) === 'done') return customerId;
  return (await userById(table, user.id, now))?.stripeCustomerId ?? customerId;
}
