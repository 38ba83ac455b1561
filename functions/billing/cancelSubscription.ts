import { cancelSubscription } from '#shared/api/billing.ts';
import { renewAccessToken } from '../auth/sign-tokens.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serve } from '../serve.ts';
import { cancelPlan } from './subscriptions.ts';

/**
 * Cancels the paid plan at the end of the paid month; `planEndsAt` of the account says when
 * (docs/product/billing.md#cancelling-the-plan).
 */
export const handler = serve(
  cancelSubscription,
  async (_input, call) => {
    const { caller, now } = call;
    const { licenseId } = await cancelPlan(call, caller.userId);
    return { access_token: await renewAccessToken(caller, licenseId, now) };
  },
  { gives: { subscriptions } },
);
