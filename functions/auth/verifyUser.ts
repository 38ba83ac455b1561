import { verifyUser } from '#shared/api/auth.ts';
import { Refusal } from '#shared/refusals.ts';
import { browserName } from '#shared/rules/auth/browser-names.ts';
import { knownTimeZone } from '#shared/rules/notifications/quiet-hours.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { rememberDevice } from '../storage/auth/known-devices.ts';
import { confirmRegistration } from '../storage/auth/registrations.ts';
import { openSession } from '../storage/auth/sessions.ts';
import { tryCode } from '../storage/auth/verification-codes.ts';
import { refuseBlockedSignIn } from './blocked-sign-in.ts';
import { numberLost, rightCode } from './refusals.ts';
import { issueTokens } from './sign-in.ts';

const WRONG = 'There was an error verifying account: the code isn’t right';

/**
 * Confirms the phone of a registration and signs the person in. The code has to have been sent to the current number of the
 * registration. If the account is already confirmed, no code signs in.
 */
export const handler = serve(verifyUser, async (input, call) => {
  const { table, now } = call;
  const { userId: subject, verificationCode: digits } = input;
  const [tried, user] = await Promise.all([
    tryCode(table, { purpose: 'VERIFY', subject, digits }, now),
    userById(table, subject, now),
  ]);
  const { sentTo, spend } = rightCode(tried, WRONG);
  // The number may have been corrected after the code was sent to the previous one.
  if (!user || user.phoneNumber !== sentTo)
    throw new Refusal('UNAUTHENTICATED', { message: WRONG });
  await refuseBlockedSignIn(call, user);
  const browser = browserName(call.userAgent);
  const session = openSession(user.id, now, { signedInWith: 'code', browser });
  const timeZone = knownTimeZone(input.timeZone);
  const inZone = timeZone === undefined ? user : { ...user, timeZone };
  const { outcome, deviceToken } = await rememberDevice(call, user.id, (device) =>
    confirmRegistration(table, inZone, now, session.step, spend, device),
  );
  if (outcome === 'PHONE_TAKEN') throw numberLost();
  if (outcome !== 'done') throw new Refusal('UNAUTHENTICATED', { message: WRONG });
  const { access_token, refresh_token } = await issueTokens(
    { ...user, verified: true },
    session,
    now,
  );
  return { access_token, refresh_token, device_token: deviceToken };
});
