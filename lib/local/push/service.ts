import { createECDH, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { appendLine, readJson, readLines, writeAtomically } from '../data-files.ts';
import { type DeviceKeys, senderOf, textOf } from './message.ts';

/*
 * Emulates the push service of all browsers on this machine, and the devices. It creates subscriptions, accepts messages as
 * real services do (signed, encrypted, with a time to live), and decrypts them as the device would. A message to the address of
 * another service goes to a mailbox of its own, because nothing leaves this machine.
 */

/** The subscription that a browser gets. */
export type Subscription = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

/** A notification that arrived. */
export type Arrival = {
  readonly endpoint: string;
  /** The user of the device; absent if it no longer has one. */
  readonly userId?: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  readonly id: string;
  readonly sentAt: string;
  readonly ttlSeconds: number;
  readonly urgency: string;
  readonly topic: string;
};

type KeptDevice = DeviceKeys & { readonly id: string; readonly gone?: true };

export type PushServiceOptions = {
  readonly folder: string;
  readonly now: () => number;
  /** Returns the user of a device by its address. */
  readonly ownerOf: (endpoint: string) => Promise<string | undefined>;
  /** The public key (base64url) of the only sender that is accepted; undefined to accept all. */
  readonly sender?: string;
};

/** The response: a status, and the subscription if one was created. */
type PushAnswer = { readonly status: number; readonly subscription?: Subscription };

/** The path of the service on the origin of the local system. */
export const PUSH_PATH = '/_local/push-service';
const CATCH_ALL = 'post-box';
const MAX_BODY_BYTES = 4_096;

export class PushService {
  /** Its base address without a trailing slash, set once it listens. */
  url = '';
  readonly #options: PushServiceOptions;
  readonly #devicesFile: string;
  readonly #arrivalsFile: string;
  readonly #devices: Map<string, KeptDevice>;
  readonly #arrivals: Arrival[];
  readonly #answers: number[] = [];

  constructor(options: PushServiceOptions) {
    this.#options = options;
    this.#devicesFile = join(options.folder, 'push-devices.jsonl');
    this.#arrivalsFile = join(options.folder, 'push.jsonl');
    const devices = readLines<KeptDevice>(this.#devicesFile);
    this.#devices = new Map(devices.map((device) => [device.id, device]));
    this.#arrivals = readLines<Arrival>(this.#arrivalsFile);
    const file = join(options.folder, 'push-post-box.json');
    const catchAll = readJson<KeptDevice | undefined>(file, undefined) ?? newDevice(CATCH_ALL);
    writeAtomically(file, JSON.stringify(catchAll));
    this.#devices.set(CATCH_ALL, catchAll);
  }

  /** The value of PUSH_SERVICE in the environment of the functions. */
  get environmentValue(): { url: string; p256dh: string; auth: string } {
    const { p256dh, auth } = subscriptionOf(this.#known(CATCH_ALL), this.url);
    return { url: this.url, p256dh, auth };
  }

  subscribe(): Subscription {
    const device = newDevice(randomBytes(12).toString('base64url'));
    this.#keep(device);
    return subscriptionOf(device, this.url);
  }

  /** Ends a subscription; messages to its address are then answered with 410. */
  unsubscribe(id: string): void {
    const device = this.#devices.get(id);
    if (device && id !== CATCH_ALL) this.#keep({ ...device, gone: true });
  }

  /** The notifications of one person or of all, newest first. */
  arrivals(userId?: string): readonly Arrival[] {
    return this.#arrivals.filter((one) => !userId || one.userId === userId).reverse();
  }

  /** Answers the next messages with these statuses, in this order, without delivering them. */
  failWith(...statuses: readonly number[]): void {
    this.#answers.push(...statuses);
  }

  /** Serves a request below the service's path. */
  async answer(request: IncomingMessage, path: string, body: Buffer): Promise<PushAnswer> {
    const [place = '', rest] = path.split('/').filter(Boolean);
    if (place === 'subscriptions' && request.method === 'POST')
      return { status: 201, subscription: this.subscribe() };
    const id = place === 'elsewhere' ? CATCH_ALL : place;
    const device = this.#devices.get(id);
    if (!device) return { status: 404 };
    if (request.method === 'DELETE') {
      this.unsubscribe(id);
      return { status: 204 };
    }
    if (request.method !== 'POST') return { status: 405 };
    const endpoint = rest === undefined ? `${this.url}/${id}` : decodeURIComponent(rest);
    return { status: await this.#take(request, device, { endpoint, body }) };
  }

  async #take(
    { headers }: IncomingMessage,
    device: KeptDevice,
    { endpoint, body }: { endpoint: string; body: Buffer },
  ): Promise<number> {
    const answer = this.#answers.shift();
    if (answer !== undefined) return answer;
    if (device.gone) return 410;
    const { ttl, urgency = 'normal', topic = '', authorization = '' } = headers;
    if (!/^\d+$/.test(String(ttl)) || headers['content-encoding'] !== 'aes128gcm') return 400;
    if (body.length > MAX_BODY_BYTES) return 413;
    const { ownerOf, now, sender } = this.#options;
    try {
      const signedBy = await senderOf(authorization, new URL(this.url).origin);
      if (sender !== undefined && signedBy !== sender) return 403;
    } catch {
      return 403;
    }
    // A real service cannot decrypt the message, and the device would drop it silently. Here the error is reported.
    const text = readable(body, device);
    if (text === undefined) return 400;
    const { title, body: words, url, tag, id } = JSON.parse(text);
    const userId = await ownerOf(endpoint);
    const arrival: Arrival = {
      endpoint,
      userId,
      title,
      body: words,
      url,
      tag,
      id,
      sentAt: new Date(now()).toISOString(),
      ttlSeconds: Number(ttl),
      urgency: String(urgency),
      topic: String(topic),
    };
    appendLine(this.#arrivalsFile, arrival);
    this.#arrivals.push(arrival);
    return 201;
  }

  #known(id: string): KeptDevice {
    const device = this.#devices.get(id);
    if (!device) throw new Error(`there is no device ${id}`);
    return device;
  }

  #keep(device: KeptDevice): void {
    appendLine(this.#devicesFile, device);
    this.#devices.set(device.id, device);
  }
}

function readable(body: Buffer, device: KeptDevice): string | undefined {
  try {
    return textOf(body, device);
  } catch {
    return undefined;
  }
}

function newDevice(id: string): KeptDevice {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  return { id, privateKey: curve.getPrivateKey('base64url'), auth };
}

function subscriptionOf({ id, privateKey, auth }: KeptDevice, url: string): Subscription {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return { endpoint: `${url}/${id}`, p256dh: curve.getPublicKey('base64url'), auth };
}
