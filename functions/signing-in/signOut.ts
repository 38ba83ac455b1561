import { signOut } from '../../shared/api/signing-in.ts';
import { serve } from '../serve.ts';
import { removeDevicesOfSession } from '../storage/devices.ts';
import { endSession } from '../storage/sessions.ts';

/** Ends this session: its refresh token is worth nothing from now on, and its device is told nothing more. */
export const handler = serve(signOut, async (_input, { table, caller }) => {
  await endSession(table, caller.userId, caller.sessionId);
  await removeDevicesOfSession(table, caller.userId, caller.sessionId);
  return {};
});
