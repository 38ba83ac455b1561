import { resendVerificationCode } from '../../shared/api/signing-in.ts';
import { Refusal } from '../../shared/refusals.ts';
import { textCode } from '../flows/text-code.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/users.ts';

const LAPSED = 'This registration has lapsed. Please register again.';
const CONFIRMED = 'Your phone number is confirmed already. Please sign in.';

/** Texts a registration a new code. Whoever is confirmed gets no text message that somebody else asked for. */
export const handler = serve(resendVerificationCode, async ({ userId }, call) => {
  const user = await userById(call.table, userId, call.now);
  if (!user) throw new Refusal('NOT_FOUND', { message: LAPSED });
  if (user.verified) throw new Refusal('WRONG_STATUS', { message: CONFIRMED });
  const { phoneNumber } = user;
  await textCode(call, { purpose: 'VERIFY', subject: userId, phoneNumber, deliver: true });
  return {};
});
