import { viewPlanPayments } from '#shared/api/plan-payments.ts';
import { ZERO } from '#shared/money.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { returnedPartsOf } from '../storage/billing/plan-payments.ts';

/** Returns what the caller paid for plans, newest first, and how much of it was refunded. */
export const handler = serve(
  viewPlanPayments,
  async (_input, { table, subscriptions, ...call }) => {
    const user = await userById(table, call.caller.userId, call.now);
    if (!user?.stripeCustomerId) return { data: [] };
    const invoices = await subscriptions.invoices(user.stripeCustomerId);
    const returned = await returnedPartsOf(
      table,
      invoices.map(({ id }) => id),
    );
    return {
      data: invoices.map((invoice) => ({ ...invoice, returned: returned.get(invoice.id) ?? ZERO })),
    };
  },
  { gives: { subscriptions } },
);
