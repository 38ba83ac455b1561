import { previewUpgrade } from '#shared/api/billing.ts';
import { Refusal } from '#shared/refusals.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { refuseUnreachablePlan } from './subscriptions.ts';
import { upgradePrice } from './upgrade-price.ts';

/** Returns what an upgrade would charge now. Reads only. docs/product/billing.md#changing-the-plan */
export const handler = serve(
  previewUpgrade,
  async ({ licenseId: wanted }, { table, subscriptions, caller, now }) => {
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('NOT_FOUND');
    refuseUnreachablePlan(user, wanted);
    const { membership } = user;
    const status = membership && (await subscriptions.status(membership.subscriptionId));
    const subscription = status?.is === 'over' ? undefined : status;
    return { data: [await upgradePrice({ subscriptions }, { user, subscription, wanted }, now)] };
  },
  { gives: { subscriptions } },
);
