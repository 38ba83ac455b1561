import { confirmPasswordReset } from '#shared/api/auth.ts';
import { Refusal } from '#shared/refusals.ts';
import { live } from '../gateways/live.ts';
import { publishEndedSession } from '../live/publish.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { passkeysNotKept } from '../storage/auth/passkeys.ts';
import { changePassword } from '../storage/auth/password-changes.ts';
import { endAllSessions } from '../storage/auth/sessions.ts';
import { tryCode } from '../storage/auth/verification-codes.ts';
import { findDeviceOfUsername } from './known-device.ts';
import { refuseWaitingStep } from './ladder.ts';
import { hashPassword } from './passwords.ts';
import { rightCode } from './refusals.ts';

const WRONG = 'This code is no longer good. Please ask for a new one.';

/**
 * Sets a new password with a texted code, which works once, and ends every session of the account and the passkeys that the person
 * does not keep (docs/product/auth.md#password-reset). It waits 72 hours after other steps of the takeover ladder, also if the code
 * was sent before them.
 */
export const handler = serve(
  confirmPasswordReset,
  async (input, call) => {
    const { table, deviceTokens, now } = call;
    const { username: subject, password, verificationCode: digits } = input;
    const tried = await tryCode(table, { purpose: 'RESET', subject, digits, deviceTokens }, now);
    const { userId, sentTo, spend } = rightCode(tried, WRONG);
    const user = userId ? await userById(table, userId, now) : undefined;
    // Since the code was sent, another account may have taken the username, or the account may have changed its phone number.
    if (user?.username !== subject || user.phoneNumber !== sentTo)
      throw new Refusal('UNAUTHENTICATED', { message: WRONG });
    refuseWaitingStep('PASSWORD_RESET', user, now);
    const change = {
      step: 'PASSWORD_RESET',
      passwordHash: await hashPassword(password),
      proof: spend,
      endedPasskeys: await passkeysNotKept(table, user.id, input.keptPasskeys ?? []),
    } as const;
    const outcome = await changePassword(table, user, change, now);
    if (outcome !== 'done') throw new Refusal('UNAUTHENTICATED', { message: WRONG });
    await endAllSessions(table, user.id);
    await publishEndedSession(call, user.id, null);
    return {};
  },
  { findDevice: findDeviceOfUsername, gives: { live } },
);
