import { verifyOneTimeLogin } from '#shared/api/auth.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { tryCode } from '../storage/auth/verification-codes.ts';
import { findDeviceOfPhone } from './known-device-of-phone.ts';
import { acceptedPhoneNumber } from './phone-number.ts';
import { rightCode } from './refusals.ts';
import { signIn } from './sign-in.ts';

const WRONG = 'There was an error verifying code: it isn’t right';

/** Signs in with a texted code. The code works once, and only while the account still has the number that it was sent to. */
export const handler = serve(
  verifyOneTimeLogin,
  async (input, call) => {
    const { table, settings, deviceTokens, now } = call;
    const subject = acceptedPhoneNumber(input.phoneNumber, settings);
    const { verificationCode: digits, timeZone } = input;
    const tried = await tryCode(table, { purpose: 'LOGIN', subject, digits, deviceTokens }, now);
    const { userId, spend } = rightCode(tried, WRONG);
    const user = userId ? await userById(table, userId, now) : undefined;
    if (user?.phoneNumber !== subject) throw new Refusal('UNAUTHENTICATED', { message: WRONG });
    const tokens = await signIn({ ...call, timeZone }, user, 'code', spend);
    if (tokens === 'SPENT') throw new Refusal('UNAUTHENTICATED', { message: WRONG });
    return tokens;
  },
  { findDevice: findDeviceOfPhone },
);
