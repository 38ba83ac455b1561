import { savePaidRegistration } from '#shared/api/billing.ts';
import { hasVerifiedBadge } from '#shared/rules/profiles/badge.ts';
import { renewAccessToken } from '../auth/sign-tokens.ts';
import { cards } from '../gateways/cards.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serve } from '../serve.ts';
import { registerOnPlan } from './card-on-file.ts';

/**
 * Completes a registration on a paid plan: the account is public once its first month is paid
 * (docs/product/accounts.md#registration).
 */
export const handler = serve(
  savePaidRegistration,
  async (input, call) => {
    const { caller, now } = call;
    const user = await registerOnPlan(call, caller.userId, input);
    const access_token = await renewAccessToken(caller, user.licenseId, now);
    return { trusted: hasVerifiedBadge(user), access_token };
  },
  { gives: { cards, subscriptions } },
);
