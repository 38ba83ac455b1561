import { sendOneTimeLoginCode } from '../../shared/api/signing-in.ts';
import { serve } from '../serve.ts';
import { holderOfPhone } from '../storage/users.ts';
import { mustBeReachable, textCode } from '../text-code.ts';

/** No answer is faster than handing over a text message takes, so that its absence does not show. */
const ANSWER_TIME = 400;

/**
 * Texts a code to sign in with. The answer, its limits and its time are the same for a number that nobody has,
 * or whose registration is not confirmed: whoever registered that number may not be its owner.
 */
export const handler = serve(sendOneTimeLoginCode, async ({ phoneNumber }, call) => {
  mustBeReachable(phoneNumber, call.settings);
  const slowest = new Promise((resolve) => setTimeout(resolve, ANSWER_TIME));
  const holder = await holderOfPhone(call.table, phoneNumber, call.now);
  const userId = holder?.expiresAt === undefined ? holder?.userId : undefined;
  const deliver = userId !== undefined;
  await textCode(call, { purpose: 'LOGIN', subject: phoneNumber, phoneNumber, userId, deliver });
  await slowest;
  return {};
});
