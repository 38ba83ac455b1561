import { getPushPublicKey } from '#shared/api/notifications.ts';
import { pushEmulator, pushKeys } from '../gateways/push-services.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';

/** Returns the VAPID public key that a browser subscribes with, so that its push service accepts messages only from us. */
export const handler = serve(
  getPushPublicKey,
  async (_input, { hashKey }) => {
    const { publicKey } = pushKeys(await hashKey());
    const ours = pushEmulator();
    return {
      publicKey,
      ...(ours && { subscribeUrl: `${new URL(ours.url).pathname}/subscriptions` }),
    };
  },
  { gives: { hashKey } },
);
