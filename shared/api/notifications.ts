import * as z from 'zod/mini';
import { auth, endpoint, p256dh } from '../rules/notifications/devices.ts';
import { yesOrNo } from '../wire.ts';
import { HOUR, nothing, operation } from './operation.ts';

/* The devices that get push notifications. docs/product/notifications.md#devices */

export const getPushPublicKey = operation({
  name: 'getPushPublicKey',
  method: 'GET',
  who: 'anyone',
  uses: ['hashKey'],
  impact: 'No one can turn on notifications on a new device.',
  input: nothing,
  /**
   * `publicKey`: the VAPID key that a browser subscribes with, in base64url. `subscribeUrl`: the emulator that replaces the
   * browser's push service; only locally.
   */
  output: z.object({ publicKey: z.string(), subscribeUrl: z.optional(z.string()) }),
});

/** The web app repeats it on every launch. Without `showText` the stored value stays, which is false at first. */
export const savePushSubscription = operation({
  name: 'savePushSubscription',
  method: 'POST',
  who: 'verified',
  uses: ['devices.write'],
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'People cannot turn on notifications; devices that have them keep them.',
  input: z.object({ endpoint, p256dh, auth, showText: z.optional(yesOrNo()) }),
  output: nothing,
});

export const deletePushSubscription = operation({
  name: 'deletePushSubscription',
  method: 'POST',
  who: 'verified',
  uses: ['devices.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'People cannot turn off notifications here; their browser still can.',
  input: z.object({ endpoint }),
  output: nothing,
});
