import { createPayoutSetupLink } from '../../shared/api/payouts.ts';
import { Refusal } from '../../shared/refusals.ts';
import { returnOrigin } from '../../shared/rules/auth/return-origin.ts';
import { securityWaitEnd } from '../../shared/rules/auth/security-wait.ts';
import { type Instant, prettyDate } from '../../shared/time.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { payoutAccountKey } from '../storage/keys.ts';
import { setupLink } from './payout-account.ts';

const waitWords = (end: Instant) =>
  `Your phone number changed or your password was reset less than 72 hours ago. To protect what you earned, payouts can be set up from ${prettyDate(end)} on. Nothing is lost.`;

/**
 * Creates the link to Stripe's onboarding page, where the caller enters their identity and bank account. Refused for 72
 * hours after a password reset or phone change, so that a thief who got in that way cannot redirect the earnings.
 */
export const handler = serve(
  createPayoutSetupLink,
  async (_input, call) => {
    const user = await userById(call.table, call.caller.userId, call.now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    for (const since of [user.phoneChangedAt, user.passwordResetAt]) {
      const end = securityWaitEnd(since, call.now);
      if (end !== undefined) throw new Refusal('WRONG_STATUS', { message: waitWords(end) });
    }
    const origin = returnOrigin(call.settings.origin, call.pageOrigin);
    return { url: await setupLink(call, call.caller.userId, origin) };
  },
  { readAhead: (_input, { callerId }) => [payoutAccountKey(callerId)] },
);
