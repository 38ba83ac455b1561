import { stopPhoneChange } from '#shared/api/phone-change.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { cancelPhoneChange } from '../storage/auth/phone-changes.ts';

/** Cancels the caller's pending phone change. It needs no password, so that an owner can stop a thief's change with one tap. */
export const handler = serve(stopPhoneChange, async (_input, { table, caller, now }) => {
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  const outcome = await cancelPhoneChange(table, user, caller.sessionId, now);
  if (outcome === 'SESSION_OVER') throw new Refusal('UNAUTHENTICATED');
  return {};
});
