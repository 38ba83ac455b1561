import { cancelSubscription } from '../../shared/api/plans.ts';
import { endPlan } from '../flows/subscribing.ts';
import { serve } from '../serve.ts';
import { renewAccessToken } from '../sign-tokens.ts';

/**
 * Ends the paid plan with the month that is paid; `planEndsAt` of the account says when
 * (docs/product/billing.md#cancelling-the-plan).
 */
export const handler = serve(cancelSubscription, async (_input, call) => {
  const { caller, now } = call;
  const { licenseId } = await endPlan(call, caller.userId);
  return { access_token: await renewAccessToken(caller, licenseId, now) };
});
