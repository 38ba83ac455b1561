import { removeEmail } from '#shared/api/email.ts';
import { serve } from '../serve.ts';
import { clearEmail } from '../storage/auth/email-changes.ts';
import { refuseWaitingStep } from './ladder.ts';
import { accountByOwnPassword } from './own-password.ts';
import { changeRefusal } from './refusals.ts';

/** Removes the email address of the caller's account, given the password. Succeeds if there is none. */
export const handler = serve(removeEmail, async ({ password }, call) => {
  const { table, caller, now } = call;
  const user = await accountByOwnPassword(call, password);
  if (user.email === undefined) return {};
  refuseWaitingStep('EMAIL_CHANGE', user, now);
  const outcome = await clearEmail(table, user, caller.sessionId, now);
  if (outcome !== 'done') throw changeRefusal(outcome);
  return {};
});
