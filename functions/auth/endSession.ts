import { endSession as definition } from '#shared/api/sessions.ts';
import { Refusal } from '#shared/refusals.ts';
import { live } from '../gateways/live.ts';
import { publishEndedSession } from '../live/publish.ts';
import { serve } from '../serve.ts';
import { endSession } from '../storage/auth/sessions.ts';
import { deviceStore, removeDevicesOfSession } from '../storage/notifications/devices.ts';

const CURRENT = 'This is where you are now. Use Sign out to leave it.';

/**
 * Signs out another session of the caller at once: it cannot write or refresh any more, its open screens get a hint, and its device
 * gets no more push notifications. A session that has ended already stays ended.
 */
export const handler = serve(
  definition,
  async ({ sessionId }, { table, caller, ...call }) => {
    if (sessionId === caller.sessionId) throw new Refusal('WRONG_STATUS', { message: CURRENT });
    await endSession(table, caller.userId, sessionId);
    await removeDevicesOfSession(table, caller.userId, sessionId);
    await publishEndedSession(call, caller.userId, sessionId);
    return {};
  },
  { gives: { devices: deviceStore, live } },
);
