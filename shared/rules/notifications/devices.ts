import * as z from 'zod/mini';
import { DAY, type Instant, later } from '../../time.ts';

/* Push subscriptions: the input from the browser, and the push services that functions may call. */

/** The largest number of devices of a person; a further one replaces the one unused for longest. */
export const DEVICES_MAX = 10;
const ENDPOINT_MAX = 1_024;

/**
 * The hosts of the push services: Chrome and related browsers, Firefox, Edge, Safari. With any other host allowed, a client
 * could make our function call arbitrary addresses.
 */
const PUSH_SERVICES: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)+push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
];

/** Whether an endpoint is on a known push service: https, the default port, no credentials. */
export function isPushService(endpoint: string): boolean {
  const url = urlOf(endpoint);
  return (
    url !== undefined &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    PUSH_SERVICES.some((host) => host.test(url.hostname))
  );
}

const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : undefined);

export const NO_PUSH_SERVICE = 'This isn’t the address of a push service that we know';

export const endpoint = z.string('The address of the subscription is missing').check(
  z.maxLength(ENDPOINT_MAX, NO_PUSH_SERVICE),
  z.refine((text) => /^https?:$/.test(urlOf(text)?.protocol ?? ''), NO_PUSH_SERVICE),
);

export const NO_KEY = 'This isn’t a key of a subscription';

/** The length of the longest key, in base64. */
const KEY_TEXT_MAX = 88;

/** The schema of bytes in base64url, with or without padding. `bytes`: their number; `first`: the first of them. */
const key = (missing: string, bytes: number, first?: number) =>
  z.string(missing).check(
    z.maxLength(KEY_TEXT_MAX, NO_KEY),
    z.overwrite((text) => text.replace(/={1,2}$/, '')),
    z.refine((text) => {
      if (!/^[\w-]+$/.test(text) || Math.floor((text.length * 3) / 4) !== bytes) return false;
      return first === undefined || firstByte(text) === first;
    }, NO_KEY),
  );

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const firstByte = (text: string) =>
  (BASE64URL.indexOf(text.charAt(0)) << 2) | (BASE64URL.indexOf(text.charAt(1)) >> 4);

/** The browser's public key: an uncompressed point on P-256 (RFC 8291). */
export const p256dh = key('The public key of the subscription is missing', 65, 4);
/** The authentication secret of the subscription: 16 bytes (RFC 8291). */
export const auth = key('The secret of the subscription is missing', 16);

/** The web app saves its device on every launch; an unchanged one is written only once in this time. */
const RENEWED = DAY;
export const isFresh = (seenAt: Instant, now: Instant): boolean => now < later(seenAt, RENEWED);
