import { upgradeSubscription } from '#shared/api/billing.ts';
import { renewAccessToken } from '../auth/sign-tokens.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serve } from '../serve.ts';
import { upgrade } from './subscriptions.ts';

/** Upgrades to a larger plan, or resumes a cancelled one. docs/product/billing.md#changing-the-plan */
export const handler = serve(
  upgradeSubscription,
  async (input, call) => {
    const { caller, now } = call;
    const { price: amount, pricedAt } = input;
    const shown = amount !== undefined && pricedAt !== undefined ? { amount, pricedAt } : undefined;
    const { licenseId } = await upgrade(call, caller.userId, input.licenseId, shown);
    return { access_token: await renewAccessToken(caller, licenseId, now) };
  },
  { gives: { subscriptions } },
);
