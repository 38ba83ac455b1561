import { createECDH, randomBytes } from 'node:crypto';
import type { Actor } from '#lib/local/deeds/actor.ts';
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
  person: Pick<Actor, 'addsDevice'>,
  options: { readonly showText?: boolean } = {},
) {
  const subscription = world.push.subscribe();
  await person.addsDevice(subscription, options);
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
