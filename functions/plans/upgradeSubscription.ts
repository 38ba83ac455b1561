import { upgradeSubscription } from '../../shared/api/plans.ts';
import { Refusal } from '../../shared/refusals.ts';
import { bringTo } from '../flows/subscribing.ts';
import { serve } from '../serve.ts';

const UNREGISTERED = 'Please finish your registration first.';

/** Moves to a larger plan, or takes back that this one was to end. Spec part 1, section 4, Plan. */
export const handler = serve(upgradeSubscription, async ({ licenseId }, call) => {
  if (call.caller.plan === 'NONE') throw new Refusal('WRONG_STATUS', { message: UNREGISTERED });
  await bringTo(call, call.caller.userId, licenseId);
  return {};
});
