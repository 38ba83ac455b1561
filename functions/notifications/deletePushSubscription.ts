import { deletePushSubscription } from '#shared/api/notifications.ts';
import { serve } from '../serve.ts';
import { deviceStore } from '../storage/notifications/devices.ts';

/** Stops push notifications to a device of the caller; succeeds if the device is unknown. */
export const handler = serve(
  deletePushSubscription,
  async ({ endpoint }, { devices, caller }) => {
    await devices.remove(caller.userId, endpoint);
    return {};
  },
  { gives: { devices: deviceStore } },
);
