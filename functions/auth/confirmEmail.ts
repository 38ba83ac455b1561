import { confirmEmail } from '../../shared/api/email.ts';
import { Refusal } from '../../shared/refusals.ts';
import { serve } from '../serve.ts';
import { setEmail } from '../storage/auth/email-changes.ts';
import { tryCode } from '../storage/auth/verification-codes.ts';
import { accountByOwnPassword } from './own-password.ts';
import { CHANGED_MEANWHILE, rightCode, wrongCode } from './refusals.ts';

const WRONG = 'This code is wrong or no longer good';

/**
 * Sets the e-mail address of the caller's account, with the code that was sent to it and the password
 * (docs/product/email.md#the-address). A repeated call with the account's address succeeds and changes nothing.
 */
export const handler = serve(confirmEmail, async ({ email, code: digits, password }, call) => {
  const { table, caller, now } = call;
  const user = await accountByOwnPassword(call, password);
  if (user.email === email) return {};
  const tried = await tryCode(table, { purpose: 'EMAIL', subject: user.id, digits }, now);
  const { sentTo, spend } = rightCode(tried, WRONG, 'code');
  if (sentTo !== email) throw wrongCode(WRONG, 'code');
  const { sessionId } = caller;
  const outcome = await setEmail(table, user, { email, sessionId, spend }, now);
  if (outcome === 'SPENT') throw wrongCode(WRONG, 'code');
  if (outcome === 'SESSION_OVER') throw new Refusal('UNAUTHENTICATED');
  if (outcome === 'CHANGED') throw new Refusal('WRONG_STATUS', { message: CHANGED_MEANWHILE });
  return {};
});
