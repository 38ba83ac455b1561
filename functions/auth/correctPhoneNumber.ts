import { correctPhoneNumber } from '#shared/api/auth.ts';
import { Refusal } from '#shared/refusals.ts';
import { refuseBlockedAccount } from '../accounts/blocked-accounts.ts';
import { sms } from '../gateways/sms.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { correctRegistration } from '../storage/auth/registrations.ts';
import { firstCode, newCode, withdrawCode } from '../storage/auth/verification-codes.ts';
import { acceptedPhoneNumber } from './phone-number.ts';
import { phoneTaken } from './refusals.ts';
import { sendCode, TOO_SOON, textCode } from './text-code.ts';

const LAPSED = 'This registration has expired. Please register again.';
const CONFIRMED = 'Your phone number is confirmed already. Please sign in.';
const CHANGED = 'Your registration was changed on another device. Please look at it again.';

/**
 * Replaces a phone number that was mistyped at registration, and texts a code to the new number. The code that was sent to
 * the old number is no longer valid. Only works before the phone is confirmed. The caller has to know the id of the
 * registration, which is returned only by createUser to the person who registers and by checkUser to the person who signs
 * in.
 */
export const handler = serve(
  correctPhoneNumber,
  async (input, call) => {
    const { table, settings, now } = call;
    const { userId } = input;
    const phoneNumber = acceptedPhoneNumber(input.phoneNumber, settings);
    const user = await userById(table, userId, now);
    if (!user) throw new Refusal('NOT_FOUND', { message: LAPSED });
    if (user.verified) throw new Refusal('WRONG_STATUS', { message: CONFIRMED });
    refuseBlockedAccount(user);
    const to = { phoneNumber, deliver: true, confirmed: false };
    if (user.phoneNumber === phoneNumber) {
      // A repeated request, or the same number again: the code that was already sent stays valid.
      await textCode(call, { purpose: 'VERIFY', subject: userId, ...to }).catch(unlessSentAlready);
      return {};
    }
    const code = await newCode({ purpose: 'VERIFY', subject: userId, sentTo: phoneNumber }, now);
    const outcome = await correctRegistration(table, user, phoneNumber, now, firstCode(code));
    if (outcome === 'PHONE_TAKEN') throw phoneTaken();
    if (outcome === 'CHANGED') throw new Refusal('WRONG_STATUS', { message: CHANGED });
    try {
      await sendCode(call, code, to);
    } catch (fault) {
      // The number stays corrected: repeating the request, or requesting a new code, sends the code.
      await withdrawCode(table, code);
      throw fault;
    }
    return {};
  },
  { gives: { sms } },
);

function unlessSentAlready(fault: unknown): void {
  if (!(fault instanceof Refusal) || fault.message !== TOO_SOON) throw fault;
}
