import { verifyPasswordReset } from '#shared/api/auth.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { peekCode } from '../storage/auth/verification-codes.ts';
import { findDeviceOfUsername } from './known-device.ts';
import { listedPasskeyView } from './passkey-views.ts';
import { rightCode } from './refusals.ts';

const WRONG = 'There was an error verifying code: it isn’t right';

/**
 * Checks whether a code would set a new password, without spending it: confirmPasswordReset does that. A wrong try counts. Returns
 * the passkeys of the account, of which the person keeps some.
 */
export const handler = serve(
  verifyPasswordReset,
  async (input, { table, deviceTokens, now }) => {
    const { username: subject, verificationCode: digits } = input;
    const tried = await peekCode(table, { purpose: 'RESET', subject, digits, deviceTokens }, now);
    const { userId } = rightCode(tried, WRONG);
    if (!userId) throw new Refusal('UNAUTHENTICATED', { message: WRONG });
    return { data: (await passkeysOf(table, userId)).map(listedPasskeyView) };
  },
  { findDevice: findDeviceOfUsername },
);
