import webPush, { type RequestDetails } from 'web-push';
import { SECOND } from '#shared/time.ts';
import { settings } from '../settings.ts';
import { isEmulatorEndpoint, mayCall, pushEmulator, pushKeys } from './push-services.ts';
import { secret } from './secrets.ts';

/** The endpoint and keys of a browser's push subscription. */
type PushTarget = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

type PushMessage = {
  /** The text of the message; never empty. */
  readonly payload: string;
  /** An offline device gets only the newest message of a topic. At most 32 characters of base64url. */
  readonly topic: string;
  readonly urgency: 'high' | 'normal';
  /** The time (ms) that the message may wait for the device. */
  readonly goodFor: number;
};

export type Push = {
  /**
   * Sends a message to the push service of a device. `gone`: the subscription has ended. Throws if the service did not accept
   * it, with the HTTP status and without the endpoint, which is a secret.
   */
  send(to: PushTarget, message: PushMessage): Promise<'delivered' | 'gone'>;
};

const TIMEOUT = 5 * SECOND;

/** Web push: messages are encrypted for the device (RFC 8291) and signed by us (RFC 8292). */
export const push: Push = {
  async send(to, { payload, topic, urgency, goodFor }) {
    if (!mayCall(to.endpoint)) return 'gone';
    const { endpoint, p256dh, auth } = targetFor(to);
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payload,
      {
        vapidDetails: { subject: subject(), ...pushKeys(await secret('hashKey')) },
        contentEncoding: 'aes128gcm',
        TTL: Math.floor(goodFor / SECOND),
        urgency,
        topic,
      },
    );
    const status = await post(endpoint, headers, body);
    if (status === 404 || status === 410) return 'gone';
    if (status < 200 || status > 299)
      throw new Error(`the push service at ${new URL(endpoint).host} answered ${status}`);
    return 'delivered';
  },
};

async function post(
  endpoint: string,
  headers: RequestDetails['headers'],
  body: RequestDetails['body'],
): Promise<number> {
  // fetch sets Content-Length itself.
  const { 'Content-Length': _, ...sent } = headers as Record<string, string | number>;
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.entries(sent).map(([name, value]) => [name, String(value)]),
      body: new Uint8Array(body ?? []),
      // Push services do not redirect.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await response.body?.cancel();
    return response.status;
  } catch (fault) {
    const { host } = new URL(endpoint);
    throw new Error(`the push service at ${host} did not answer: ${(fault as Error).name}`);
  }
}

/** The contact address for push services (`sub` of VAPID). It must be https, also on the local machine, which serves http. */
const subject = () => settings().origin.replace(/^http:/, 'https:');

/** The target to call. With the local emulator, messages for real push services go to the emulator instead. */
function targetFor(to: PushTarget): PushTarget {
  const ours = pushEmulator();
  if (!ours || isEmulatorEndpoint(to.endpoint, ours)) return to;
  const { url, p256dh, auth } = ours;
  return { endpoint: `${url}/elsewhere/${encodeURIComponent(to.endpoint)}`, p256dh, auth };
}
