import { saveFreeRegistration } from '#shared/api/accounts.ts';
import { Refusal } from '#shared/refusals.ts';
import { renewAccessToken } from '../auth/sign-tokens.ts';
import { serve } from '../serve.ts';
import { finishFreeRegistration } from '../storage/accounts/users.ts';

const ON_PAID_PLAN = 'You’re on a paid plan already. Your plan hasn’t changed.';

/** Completes a registration with the free plan. It may be repeated, and never replaces a paid plan. */
export const handler = serve(saveFreeRegistration, async (input, { table, caller, now }) => {
  const outcome = await finishFreeRegistration(table, caller.userId, input, now);
  if (outcome === 'ON_PAID_PLAN') throw new Refusal('WRONG_STATUS', { message: ON_PAID_PLAN });
  return { access_token: await renewAccessToken(caller, 'FREE', now) };
});
