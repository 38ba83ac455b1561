import { savePaidRegistration } from '../../shared/api/plans.ts';
import { isTrusted } from '../../shared/rules/badge.ts';
import { registerOnPlan } from '../flows/keeping-cards.ts';
import { serve } from '../serve.ts';
import { renewAccessToken } from '../sign-tokens.ts';

/**
 * Ends a registration on a paid plan: the account is public once its first month is paid
 * (docs/product/accounts.md#registration).
 */
export const handler = serve(savePaidRegistration, async (input, call) => {
  const { caller, now } = call;
  const user = await registerOnPlan(call, caller.userId, input);
  const access_token = await renewAccessToken(caller, user.licenseId, now);
  return { trusted: isTrusted(user), access_token };
});
