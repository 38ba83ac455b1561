import { getPushPublicKey } from '../../shared/api/notifications.ts';
import { pushEmulator, pushKeys } from '../gateways/push-services.ts';
import { serve } from '../serve.ts';

/** What a browser subscribes with, so that its push service takes messages from us and from nobody else. */
export const handler = serve(getPushPublicKey, async (_input, { hashKey }) => {
  const { publicKey } = pushKeys(await hashKey());
  const ours = pushEmulator();
  return {
    publicKey,
    ...(ours && { subscribeUrl: `${new URL(ours.url).pathname}/subscriptions` }),
  };
});
