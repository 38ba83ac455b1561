import { createPayoutSetupLink } from '#shared/api/payouts.ts';
import { Refusal } from '#shared/refusals.ts';
import { canConfirm } from '#shared/rules/auth/passkeys.ts';
import { returnOrigin } from '#shared/rules/auth/return-origin.ts';
import { refuseWaitingStep } from '../auth/ladder.ts';
import { changeRefusal } from '../auth/refusals.ts';
import { payouts } from '../gateways/payouts.ts';
import { type Call, serve } from '../serve.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { spendConfirmation } from '../storage/auth/passkey-challenges.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { payoutAccountKey } from '../storage/keys.ts';
import { recordPayoutSetup } from '../storage/payouts/payout-setups.ts';
import { setupLink } from './payout-account.ts';

/**
 * Creates the link to Stripe's onboarding page, where the caller enters their identity and bank account. It is a step of the takeover
 * ladder: it waits 72 hours after the others, so that a thief cannot redirect the earnings, and the owner is told. Whoever has a
 * passkey that confirms actions needs its confirmation.
 */
export const handler = serve(
  createPayoutSetupLink,
  async ({ confirmation }, call) => {
    const user = await userById(call.table, call.caller.userId, call.now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    refuseWaitingStep('PAYOUT_SETUP', user, call.now);
    await requireConfirmation(call, user, confirmation);
    const origin = returnOrigin(call.settings.origin, call.pageOrigin);
    const url = await setupLink(call, user.id, origin);
    // The link is given only once the step is recorded, of which the owner is told.
    const recorded = await recordPayoutSetup(call.table, user, call.now);
    if (recorded !== 'done') throw changeRefusal(recorded);
    return { url };
  },
  { readAhead: (_input, { callerId }) => [payoutAccountKey(callerId)], gives: { payouts } },
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
