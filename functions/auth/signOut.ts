import { signOut } from '../../shared/api/auth.ts';
import { serve } from '../serve.ts';
import { endSession } from '../storage/auth/sessions.ts';
import { removeDevicesOfSession } from '../storage/notifications/devices.ts';

/** Ends this session: its refresh token is worth nothing from now on, and its device is told nothing more. */
export const handler = serve(signOut, async (_input, { table, caller }) => {
  await endSession(table, caller.userId, caller.sessionId);
  await removeDevicesOfSession(table, caller.userId, caller.sessionId);
  return {};
});
