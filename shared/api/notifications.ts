import * as z from 'zod';
import { auth, endpoint, p256dh } from '../rules/notifications/devices.ts';
import { yesOrNo } from '../wire.ts';
import { HOUR, nothing, operation } from './operation.ts';

/* On which devices a person wants to be told. docs/product/notifications.md#devices */

export const getPushPublicKey = operation({
  name: 'getPushPublicKey',
  method: 'GET',
  who: 'anyone',
  uses: ['hashKey'],
  impact: 'Nobody can turn on notifications on a new device.',
  input: nothing,
  /**
   * `publicKey`: what a browser subscribes with, in base64url. `subscribeUrl`: where it gets its subscription in place of
   * its own push service; on one machine only.
   */
  output: z.object({ publicKey: z.string(), subscribeUrl: z.string().optional() }),
});

/** Said again on every launch. `showText` absent: as it was, and at first not. */
export const savePushSubscription = operation({
  name: 'savePushSubscription',
  method: 'POST',
  who: 'verified',
  uses: ['devices.write'],
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'People cannot turn on notifications; devices that have them keep them.',
  input: z.object({ endpoint, p256dh, auth, showText: yesOrNo().optional() }),
  output: nothing,
});

export const deletePushSubscription = operation({
  name: 'deletePushSubscription',
  method: 'POST',
  who: 'verified',
  uses: ['devices.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'People cannot turn off notifications here; their browser still can.',
  input: z.object({ endpoint }),
  output: nothing,
});
