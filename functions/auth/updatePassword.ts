import { updatePassword } from '#shared/api/auth.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { live } from '../gateways/live.ts';
import { publishEndedSession } from '../live/publish.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { knownDevice } from '../storage/auth/known-devices.ts';
import { passkeysNotKept } from '../storage/auth/passkeys.ts';
import { changePassword } from '../storage/auth/password-changes.ts';
import { endAllSessions, requireLiveSession } from '../storage/auth/sessions.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { changeRefusal } from './refusals.ts';

/**
 * Replaces the caller's password, given the old one. It ends every other session, a pending phone change and the passkeys that the
 * caller does not keep, and forgets all other known devices (docs/product/auth.md#password-change). A wrong old password is refused at its
 * form field and not with UNAUTHENTICATED, which means to the web app that the session has ended.
 */
export const handler = serve(
  updatePassword,
  async (input, call) => {
    const { table, caller, now } = call;
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    if (!(await isPassword(input.oldPassword, user.passwordHash)))
      throw invalidInput({ oldPassword: 'That password is incorrect' });
    const { sessionId } = caller;
    const passwordHash = await hashPassword(input.newPassword);
    const proof = requireLiveSession(user, sessionId, now);
    const change = {
      step: 'PASSWORD_CHANGE',
      passwordHash,
      proof,
      endedPasskeys: await passkeysNotKept(table, user.id, input.keptPasskeys ?? []),
      keep: sessionId,
      keepDevice: await knownDevice(table, user.id, call.deviceTokens, now),
    } as const;
    const outcome = await changePassword(table, user, change, now);
    if (outcome !== 'done') throw changeRefusal(outcome);
    await endAllSessions(table, user.id, { except: sessionId });
    await publishEndedSession(call, user.id, null);
    return {};
  },
  { gives: { live } },
);
