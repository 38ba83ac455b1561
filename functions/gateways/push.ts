import webPush, { type RequestDetails } from 'web-push';
import { SECOND } from '../../shared/time.ts';
import { settings } from '../settings.ts';
import { isOurs, mayCall, pushKeys, standIn } from './push-services.ts';
import { secret } from './secrets.ts';

/** What a browser subscribed with. */
export type Addressee = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

export type PushMessage = {
  /** Never empty. */
  readonly payload: string;
  /** Of several with the same topic a device that was away gets the newest: at most 32 characters of base64url. */
  readonly topic: string;
  readonly urgency: 'high' | 'normal';
  /** How long (ms) it may wait for the device. */
  readonly goodFor: number;
};

export type Push = {
  /**
   * Hands a message to the push service of a device. `gone`: the device does not want any more. Throws when the service
   * did not take it, with its status and without the address, which is a secret.
   */
  send(to: Addressee, message: PushMessage): Promise<'delivered' | 'gone'>;
};

const PATIENCE = 5 * SECOND;

/** Web push: encrypted for the device (RFC 8291), signed by us (RFC 8292). */
export const push: Push = {
  async send(to, { payload, topic, urgency, goodFor }) {
    if (!mayCall(to.endpoint)) return 'gone';
    const { endpoint, p256dh, auth } = postBoxOf(to);
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
  // fetch counts the length by itself.
  const { 'Content-Length': _, ...sent } = headers as Record<string, string | number>;
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.entries(sent).map(([name, value]) => [name, String(value)]),
      body: new Uint8Array(body ?? []),
      // A push service leads nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    });
    await response.body?.cancel();
    return response.status;
  } catch (fault) {
    const { host } = new URL(endpoint);
    throw new Error(`the push service at ${host} did not answer: ${(fault as Error).name}`);
  }
}

/** Whom a push service may complain to. It wants https, which one machine does not speak. */
const subject = () => settings().origin.replace(/^http:/, 'https:');

/** With the stand-in nothing leaves this machine: what is for another push service lands in its post box. */
function postBoxOf(to: Addressee): Addressee {
  const ours = standIn();
  if (!ours || isOurs(to.endpoint, ours)) return to;
  const { url, p256dh, auth } = ours;
  return { endpoint: `${url}/elsewhere/${encodeURIComponent(to.endpoint)}`, p256dh, auth };
}
