import { resendVerificationCode } from '#shared/api/auth.ts';
import { Refusal } from '#shared/refusals.ts';
import { sms } from '../gateways/sms.ts';
import { serve } from '../serve.ts';
import { holderOfPhone, userById } from '../storage/accounts/users.ts';
import { numberLost } from './refusals.ts';
import { textCode } from './text-code.ts';

const LAPSED = 'This registration has expired. Please register again.';
const CONFIRMED = 'Your phone number is confirmed already. Please sign in.';

/**
 * Texts a new code for a registration. Refused if the registration is confirmed, or if another account has confirmed its
 * number since: anybody who knows a user id can call this, and must not be able to text confirmed numbers.
 */
export const handler = serve(
  resendVerificationCode,
  async ({ userId }, call) => {
    const user = await userById(call.table, userId, call.now);
    if (!user) throw new Refusal('NOT_FOUND', { message: LAPSED });
    if (user.verified) throw new Refusal('WRONG_STATUS', { message: CONFIRMED });
    const { phoneNumber } = user;
    if (await holderOfPhone(call.table, phoneNumber)) throw numberLost();
    const to = { phoneNumber, deliver: true, confirmed: false };
    await textCode(call, { purpose: 'VERIFY', subject: userId, ...to });
    return {};
  },
  { gives: { sms } },
);
