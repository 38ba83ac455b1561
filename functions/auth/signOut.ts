import { signOut } from '#shared/api/current-session.ts';
import { live } from '../gateways/live.ts';
import { publishEndedSession } from '../live/publish.ts';
import { serve } from '../serve.ts';
import { endSession } from '../storage/auth/sessions.ts';
import { deviceStore, removeDevicesOfSession } from '../storage/notifications/devices.ts';

/** Ends the caller's session: its refresh token is no longer valid, and its device gets no more push notifications. */
export const handler = serve(
  signOut,
  async (_input, { table, caller, ...call }) => {
    await endSession(table, caller.userId, caller.sessionId);
    await removeDevicesOfSession(table, caller.userId, caller.sessionId);
    await publishEndedSession(call, caller.userId, caller.sessionId);
    return {};
  },
  { gives: { devices: deviceStore, live } },
);
