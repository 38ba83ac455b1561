import { correctPhoneNumber } from '../../shared/api/auth.ts';
import { Refusal } from '../../shared/refusals.ts';
import { refuseBlocked } from '../accounts/blocked-accounts.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { correctRegistration } from '../storage/auth/registrations.ts';
import { firstCode, newCode, withdrawCode } from '../storage/auth/verification-codes.ts';
import { acceptedPhoneNumber } from './phone-number.ts';
import { phoneTaken } from './refusals.ts';
import { handOver, TOO_SOON, textCode } from './text-code.ts';

const LAPSED = 'This registration has expired. Please register again.';
const CONFIRMED = 'Your phone number is confirmed already. Please sign in.';
const CHANGED = 'Your registration was changed on another device. Please look at it again.';

/**
 * Puts another phone number in the place of one that was mistyped at registration, and texts it a code at once; the code
 * that went to the old number is worth nothing from then on. Only before the phone is confirmed, and only by who knows the
 * id of the registration: createUser tells it to whoever registers, checkUser to whoever signs in, and nobody else sees it.
 */
export const handler = serve(correctPhoneNumber, async (input, call) => {
  const { table, settings, now } = call;
  const { userId } = input;
  const phoneNumber = acceptedPhoneNumber(input.phoneNumber, settings);
  const user = await userById(table, userId, now);
  if (!user) throw new Refusal('NOT_FOUND', { message: LAPSED });
  if (user.verified) throw new Refusal('WRONG_STATUS', { message: CONFIRMED });
  refuseBlocked(user);
  const to = { phoneNumber, deliver: true, confirmed: false };
  if (user.phoneNumber === phoneNumber) {
    // Asked twice, or corrected to what it is: the code that is on its way is as good as another one.
    await textCode(call, { purpose: 'VERIFY', subject: userId, ...to }).catch(unlessSentAlready);
    return {};
  }
  const code = await newCode({ purpose: 'VERIFY', subject: userId, sentTo: phoneNumber }, now);
  const outcome = await correctRegistration(table, user, phoneNumber, now, firstCode(code));
  if (outcome === 'PHONE_TAKEN') throw phoneTaken();
  if (outcome === 'CHANGED') throw new Refusal('WRONG_STATUS', { message: CHANGED });
  try {
    await handOver(call, code, to);
  } catch (fault) {
    // The number stays corrected: the same request, or a new code, goes on from here.
    await withdrawCode(table, code);
    throw fault;
  }
  return {};
});

function unlessSentAlready(fault: unknown): void {
  if (!(fault instanceof Refusal) || fault.message !== TOO_SOON) throw fault;
}
