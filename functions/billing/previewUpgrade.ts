import { previewUpgrade } from '#shared/api/billing.ts';
import { Refusal } from '#shared/refusals.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { refuseUnreachablePlan, seenPlan } from './subscriptions.ts';
import { upgradePrice } from './upgrade-price.ts';

/** Returns what an upgrade would charge now. Reads only. docs/product/billing.md#changing-the-plan */
export const handler = serve(
  previewUpgrade,
  async ({ licenseId: wanted }, { table, subscriptions, caller, now }) => {
    const stored = await userById(table, caller.userId, now);
    if (!stored) throw new Refusal('NOT_FOUND');
    const { user, subscription } = await seenPlan({ subscriptions }, stored);
    refuseUnreachablePlan(user, wanted);
    return { data: [await upgradePrice({ subscriptions }, { user, subscription, wanted }, now)] };
  },
  { gives: { subscriptions } },
);
