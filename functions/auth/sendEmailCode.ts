import { sendEmailCode } from '#shared/api/email.ts';
import { Refusal } from '#shared/refusals.ts';
import { email } from '../gateways/email.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { knownDevice } from '../storage/auth/known-devices.ts';
import { sendCodeByEmail } from './email-code.ts';
import { refuseWaitingStep } from './ladder.ts';

const NOT_OFFERED = 'Email isn’t available here';

/**
 * Sends a code to an address that the caller wants to use. Several accounts may have one address, so nothing depends on whether
 * another account has it. Refuses with WRONG_STATUS on a stage that sends no email.
 */
export const handler = serve(
  sendEmailCode,
  async ({ email: to }, call) => {
    const { table, email, caller, deviceTokens, now } = call;
    if (!email.isOffered()) throw new Refusal('WRONG_STATUS', { message: NOT_OFFERED });
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    refuseWaitingStep('EMAIL_CHANGE', user, now);
    const device = await knownDevice(table, user.id, deviceTokens, now);
    await sendCodeByEmail(call, { subject: user.id, to, device });
    return {};
  },
  { gives: { email } },
);
