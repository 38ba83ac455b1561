import { verifyUser } from '../../shared/api/signing-in.ts';
import { Refusal } from '../../shared/refusals.ts';
import { refuseBlocked } from '../flows/blocked.ts';
import { numberLost } from '../flows/phone-taken.ts';
import { rightCode } from '../flows/right-code.ts';
import { tokensOf } from '../flows/sign-in.ts';
import { serve } from '../serve.ts';
import { tryCode } from '../storage/codes.ts';
import { rememberingDevice } from '../storage/known-devices.ts';
import { confirmRegistration } from '../storage/registrations.ts';
import { openSession } from '../storage/sessions.ts';
import { userById } from '../storage/users.ts';

const WRONG = 'There was an error verifying account';

/**
 * Confirms the phone of a registration and signs its person in. The code has to have been texted to the number that the
 * registration has now. It confirms once: for an account that is confirmed already it is no way in, whatever the code.
 */
export const handler = serve(verifyUser, async (input, call) => {
  const { table, now } = call;
  const { userId: subject, verificationCode: digits } = input;
  const [tried, user] = await Promise.all([
    tryCode(table, { purpose: 'VERIFY', subject, digits }, now),
    userById(table, subject, now),
  ]);
  const { sentTo, spend } = rightCode(tried, WRONG);
  // The number may have been corrected while a code for the one before was made.
  if (!user || user.phoneNumber !== sentTo)
    throw new Refusal('UNAUTHENTICATED', { message: WRONG });
  refuseBlocked(user);
  const session = openSession(user.id, now);
  const { outcome, deviceToken } = await rememberingDevice(call, user.id, (device) =>
    confirmRegistration(table, user, now, session.step, spend, device),
  );
  if (outcome === 'PHONE_TAKEN') throw numberLost();
  if (outcome !== 'done') throw new Refusal('UNAUTHENTICATED', { message: WRONG });
  const { access_token, refresh_token } = await tokensOf({ ...user, verified: true }, session, now);
  return { access_token, refresh_token, device_token: deviceToken };
});
