import { createPayoutSetupLink } from '../../shared/api/payouts.ts';
import { utcDates } from '../../shared/messages/dates.ts';
import { setupWaits } from '../../shared/messages/earnings.ts';
import { Refusal } from '../../shared/refusals.ts';
import { canConfirm } from '../../shared/rules/auth/passkeys.ts';
import { returnOrigin } from '../../shared/rules/auth/return-origin.ts';
import { securityWaitEnd } from '../../shared/rules/auth/security-wait.ts';
import { type Call, serve } from '../serve.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { spendConfirmation } from '../storage/auth/passkey-challenges.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { payoutAccountKey } from '../storage/keys.ts';
import { setupLink } from './payout-account.ts';

/**
 * Creates the link to Stripe's onboarding page, where the caller enters their identity and bank account. Refused for 72
 * hours after a password reset, a phone change or the removal of a passkey, so that a thief who got in that way cannot redirect
 * the earnings. Whoever has a passkey that confirms actions needs its confirmation.
 */
export const handler = serve(
  createPayoutSetupLink,
  async ({ confirmation }, call) => {
    const user = await userById(call.table, call.caller.userId, call.now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    for (const since of [user.phoneChangedAt, user.passwordResetAt, user.passkeyRemovedAt]) {
      const end = securityWaitEnd(since, call.now);
      if (end !== undefined)
        throw new Refusal('WRONG_STATUS', { message: setupWaits(end, utcDates.deadline) });
    }
    await requireConfirmation(call, user, confirmation);
    const origin = returnOrigin(call.settings.origin, call.pageOrigin);
    return { url: await setupLink(call, call.caller.userId, origin) };
  },
  { readAhead: (_input, { callerId }) => [payoutAccountKey(callerId)] },
);

/** Spends the confirmation by a passkey, or refuses with PASSKEY_REQUIRED if the person has a passkey that confirms. */
async function requireConfirmation(
  { table, caller, now }: Call<typeof createPayoutSetupLink>,
  user: User,
  confirmation: string | undefined,
): Promise<void> {
  if (!user.passkeyCount) return;
  const passkeys = await passkeysOf(table, user.id);
  if (!passkeys.some((passkey) => canConfirm(passkey, now))) return;
  const spent =
    confirmation === undefined ||
    (await table.write(spendConfirmation(confirmation, 'PAYOUT', caller, now))) !== 'done';
  if (spent) throw new Refusal('PASSKEY_REQUIRED');
}
