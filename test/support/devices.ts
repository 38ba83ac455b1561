import { createECDH, randomBytes } from 'node:crypto';
import { handler as savePushSubscription } from '#functions/notifications/savePushSubscription.ts';
import { call } from './call.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/* Devices with push subscriptions in tests. */

/** A push subscription as a browser creates it, at a push service that is never called. */
export function newSubscription(
  endpoint = `https://push.example/${randomBytes(9).toString('hex')}`,
) {
  return {
    endpoint,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

/** Creates a device of a user at the world's push service; returns the messages that it received, oldest first. */
export async function newDevice(
  world: World,
  { token }: Pick<Person, 'token'>,
  more: { showText?: boolean } = {},
) {
  const subscription = world.push.subscribe();
  const saved = await call(savePushSubscription, { ...subscription, ...more }, { token });
  if (saved.http !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`);
  const { endpoint } = subscription;
  return {
    endpoint,
    arrived: () =>
      world.push
        .arrivals()
        .filter((arrival) => arrival.endpoint === endpoint)
        .reverse(),
  };
}
