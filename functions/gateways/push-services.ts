import { createECDH, ECDH, hkdfSync } from 'node:crypto';
import * as z from 'zod/mini';
import { isPushService } from '#shared/rules/notifications/devices.ts';
import type { SecretOf } from './secrets.ts';

/* Push services: the addresses that may be called, and our keys for them. */

/**
 * The settings of the local emulator of push services, with the keys of its own mailbox. The deployed stack never sets
 * PUSH_SERVICE.
 */
const emulatorSchema = z.object({ url: z.url(), p256dh: z.string(), auth: z.string() });
export type PushEmulator = z.infer<typeof emulatorSchema>;

export function pushEmulator(): PushEmulator | undefined {
  const text = process.env.PUSH_SERVICE;
  return text ? emulatorSchema.parse(JSON.parse(text)) : undefined;
}

/** Reserved example domains (RFC 2606). With the emulator no real address is called, so tests may use them. */
const RESERVED = /^https:\/\/([a-z0-9-]+\.)*(example\.(com|net|org)|example|test|invalid)\//;

/** Whether an endpoint may be called: it belongs to a known push service or to the emulator. */
export function mayCall(endpoint: string): boolean {
  const ours = pushEmulator();
  if (!ours) return isPushService(endpoint);
  return isEmulatorEndpoint(endpoint, ours) || isPushService(endpoint) || RESERVED.test(endpoint);
}

/** Whether an endpoint belongs to the emulator, in normalized form. */
export const isEmulatorEndpoint = (endpoint: string, { url }: PushEmulator): boolean =>
  endpoint.startsWith(`${url}/`) && new URL(endpoint).href === endpoint;

/** Whether a public key is a point on the P-256 curve; not every 65 bytes are, and encrypting for others fails. */
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
  // Nearly all values of 32 bytes are valid private keys on this curve.
  const privateKey = Buffer.from(hkdfSync('sha256', hashKey, '', 'web push, VAPID', 32));
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
