import { endOtherSessions } from '#shared/api/sessions.ts';
import { live } from '../gateways/live.ts';
import { publishEndedSession } from '../live/publish.ts';
import { serve } from '../serve.ts';
import { endAllSessions } from '../storage/auth/sessions.ts';
import { deviceStore, devicesOf, removeDevice } from '../storage/notifications/devices.ts';

/** Signs out all sessions of the caller but the current one, as `endSession` does with one. */
export const handler = serve(
  endOtherSessions,
  async (_input, { table, caller, ...call }) => {
    const { userId, sessionId } = caller;
    await endAllSessions(table, userId, { except: sessionId });
    for (const device of await devicesOf(table, userId))
      if (device.sessionId !== sessionId) await removeDevice(table, userId, device.endpoint);
    await publishEndedSession(call, userId, null);
    return {};
  },
  { gives: { devices: deviceStore, live } },
);
