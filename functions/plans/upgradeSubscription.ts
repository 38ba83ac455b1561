import { upgradeSubscription } from '../../shared/api/plans.ts';
import { upgrade } from '../flows/subscribing.ts';
import { serve } from '../serve.ts';
import { renewAccessToken } from '../sign-tokens.ts';

/** Moves to a larger plan, or takes back that this one was to end. docs/product/billing.md#changing-the-plan */
export const handler = serve(upgradeSubscription, async (input, call) => {
  const { caller, now } = call;
  const { licenseId } = await upgrade(call, caller.userId, input.licenseId);
  return { access_token: await renewAccessToken(caller, licenseId, now) };
});
