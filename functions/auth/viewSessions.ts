import { viewSessions } from '#shared/api/sessions.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { sessionsOf } from '../storage/auth/sessions.ts';
import { devicesOf } from '../storage/notifications/devices.ts';

/** Lists where the caller is signed in. */
export const handler = serve(viewSessions, async (_input, { table, caller, now }) => {
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  const [sessions, devices] = await Promise.all([
    sessionsOf(table, user, now),
    devicesOf(table, user.id),
  ]);
  const data = sessions.map((session) => ({
    id: session.sessionId,
    browser: session.browser ?? null,
    signedInWith: session.signedInWith,
    signedInAt: session.createdAt,
    lastUsedAt: session.lastUsedAt,
    current: session.sessionId === caller.sessionId,
    notifications: devices.some(({ sessionId }) => sessionId === session.sessionId),
  }));
  return { data: data.sort((one, other) => Number(other.current) - Number(one.current)) };
});
