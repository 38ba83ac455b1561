import { createECDH, ECDH, hkdfSync } from 'node:crypto';
import * as z from 'zod';
import { isPushService } from '../../shared/rules/notifications/devices.ts';
import type { SecretOf } from './secrets.ts';

/* Whom a message to a device may be handed to, and with which keys. */

/**
 * On one machine, the stand-in for the push services of all browsers, with the keys of its own post box. The deployed
 * stack never sets PUSH_SERVICE.
 */
const standInSchema = z.object({ url: z.url(), p256dh: z.string(), auth: z.string() });
export type StandIn = z.infer<typeof standInSchema>;

export function standIn(): StandIn | undefined {
  const text = process.env.PUSH_SERVICE;
  return text ? standInSchema.parse(JSON.parse(text)) : undefined;
}

/** Names that belong to nobody (RFC 2606): with the stand-in, no address is called, so these do as well. */
const RESERVED = /^https:\/\/([a-z0-9-]+\.)*(example\.(com|net|org)|example|test|invalid)\//;

/** Whether messages may be handed to this address: of a known push service, or the stand-in's own. */
export function mayCall(endpoint: string): boolean {
  const ours = standIn();
  if (!ours) return isPushService(endpoint);
  return isOurs(endpoint, ours) || isPushService(endpoint) || RESERVED.test(endpoint);
}

/** Whether it is an address of the stand-in, written as it is meant. */
export const isOurs = (endpoint: string, { url }: StandIn): boolean =>
  endpoint.startsWith(`${url}/`) && new URL(endpoint).href === endpoint;

/** Whether something can be encrypted for this public key: not every 65 bytes are a point on the curve. */
export function isOnCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

export type PushKeys = { readonly publicKey: string; readonly privateKey: string };

/**
 * The VAPID keys that identify us to push services (RFC 8292), in base64url. They are derived from the secret `hashKey`, so
 * they are not stored; when that key is replaced after a leak, browsers have to subscribe again.
 */
export function pushKeys({ hashKey }: SecretOf<'hashKey'>): PushKeys {
  const curve = createECDH('prime256v1');
  // Nearly every 32 bytes are a key on this curve; four in a billion billion are not.
  const privateKey = Buffer.from(hkdfSync('sha256', hashKey, '', 'web push, VAPID', 32));
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
