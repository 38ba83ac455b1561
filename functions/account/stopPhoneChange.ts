import { stopPhoneChange } from '../../shared/api/account.ts';
import { Refusal } from '../../shared/refusals.ts';
import { serve } from '../serve.ts';
import { stopPhone } from '../storage/change-phone.ts';
import { userById } from '../storage/users.ts';

/** Stops a pending change of the caller's phone number, with one tap: whoever did not ask for it must not look for a password. */
export const handler = serve(stopPhoneChange, async (_input, { table, caller, now }) => {
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  const outcome = await stopPhone(table, user, caller.sessionId, now);
  if (outcome === 'SESSION_OVER') throw new Refusal('UNAUTHENTICATED');
  return {};
});
