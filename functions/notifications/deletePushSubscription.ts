import { deletePushSubscription } from '../../shared/api/notifications.ts';
import { serve } from '../serve.ts';

/** Tells this device nothing more; the same answer where it was told nothing before. */
export const handler = serve(deletePushSubscription, async ({ endpoint }, { devices, caller }) => {
  await devices.remove(caller.userId, endpoint);
  return {};
});
