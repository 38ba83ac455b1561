import { savePushSubscription } from '#shared/api/notifications.ts';
import { invalidInput } from '#shared/refusals.ts';
import { NO_KEY, NO_PUSH_SERVICE } from '#shared/rules/notifications/devices.ts';
import { isOnCurve, mayCall } from '../gateways/push-services.ts';
import { serve } from '../serve.ts';
import { deviceClaimKey, deviceKey } from '../storage/keys.ts';
import { deviceStore, endpointHash } from '../storage/notifications/devices.ts';

/**
 * Starts push notifications to a device of the caller, and stops those to its previous owner. Refuses an endpoint of an
 * unknown push service.
 */
export const handler = serve(
  savePushSubscription,
  async (input, { devices, caller, now }) => {
    if (!mayCall(input.endpoint)) throw invalidInput({ endpoint: NO_PUSH_SERVICE });
    if (!isOnCurve(input.p256dh)) throw invalidInput({ p256dh: NO_KEY });
    const { userId, sessionId } = caller;
    await devices.save({ ...input, userId, sessionId }, now);
    return {};
  },
  {
    readAhead: ({ endpoint }, { callerId }) => {
      const hash = endpointHash(endpoint);
      return [deviceClaimKey(hash), deviceKey(callerId, hash)];
    },
    gives: { devices: deviceStore },
  },
);
