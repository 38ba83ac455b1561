import { confirmEmail } from '#shared/api/email.ts';
import { serve } from '../serve.ts';
import { setEmail } from '../storage/auth/email-changes.ts';
import { provenCode } from './code-proof.ts';
import { refuseWaitingStep } from './ladder.ts';
import { accountByOwnPassword } from './own-password.ts';
import { changeRefusal, WRONG_CODE, wrongCode } from './refusals.ts';

/**
 * Sets the email address of the caller's account, with the code that was sent to it and the password
 * (docs/product/email.md#the-address). A repeated call with the account's address succeeds and changes nothing.
 */
export const handler = serve(confirmEmail, async ({ email, code: digits, password }, call) => {
  const { table, caller, now } = call;
  const user = await accountByOwnPassword(call, password);
  if (user.email === email) return {};
  refuseWaitingStep('EMAIL_CHANGE', user, now);
  const entered = { purpose: 'EMAIL', subject: user.id, digits, sentTo: email } as const;
  const { spend } = await provenCode(table, entered, 'code', now);
  const { sessionId } = caller;
  const outcome = await setEmail(table, user, { email, sessionId, spend }, now);
  if (outcome === 'SPENT') throw wrongCode(WRONG_CODE, 'code');
  if (outcome !== 'done') throw changeRefusal(outcome);
  return {};
});
