import type * as z from 'zod/mini';
import {
  deletePushSubscription,
  getPushPublicKey,
  savePushSubscription,
} from '#shared/api/notifications.ts';
import { call, isRefusal } from '../../api/client.ts';
import { serviceWorkers } from '../../api/storage.ts';
import { isInstalled, isIos } from '../../shell/install-prompt.ts';
import { change, readSettings, subscription } from './stored-settings.ts';

/*
 * This browser as a notification device. The browser holds the permission and the subscription, the server is updated
 * on every launch, and the user's choices are stored here until they sign out.
 */

type Subscription = z.infer<typeof subscription>;

/** `install`: possible only once the app is on the home screen. `blocked`: denied in the browser's settings. */
export type DeviceStatus = 'unsupported' | 'install' | 'blocked' | 'off' | 'on';

export function deviceStatus(): DeviceStatus {
  if (!('Notification' in window && serviceWorkers() && 'PushManager' in window))
    return isIos() && !isInstalled() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && readSettings().on ? 'on' : 'off';
}

/** Asks for the browser's permission if it was not decided before, and turns this device on. Only after a press. */
export async function turnOn(): Promise<DeviceStatus> {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') {
    await save();
    change({ on: true, notNow: false });
  } else change({});
  return deviceStatus();
}

/** Throws if the server cannot be reached; then nothing has changed. */
export async function turnOff(): Promise<void> {
  const endpoint = await currentEndpoint();
  if (endpoint) await call(deletePushSubscription, { endpoint });
  await unsubscribe();
  change({ on: false, standIn: undefined });
}

/** Sets whether the lock screen of this device may show names and texts. */
export async function chooseText(showText: boolean): Promise<void> {
  await save(showText);
  change({ showText });
}

/** Updates the server with the current subscription of this device. */
export async function renew(): Promise<void> {
  if (deviceStatus() === 'on') await save();
}

/** Ends the browser's subscription; the server forgets the device with its session. */
export async function unsubscribe(): Promise<void> {
  const { standIn } = readSettings();
  if (standIn) await fetch(standIn.endpoint, { method: 'DELETE' });
  await (await existing())?.unsubscribe();
}

/** One at a time: two concurrent calls would subscribe twice. */
let saving: Promise<unknown> = Promise.resolve();

function save(showText = readSettings().showText): Promise<void> {
  const saved = saving.then(async () => {
    const { publicKey, subscribeUrl } = await call(getPushPublicKey, {});
    if (subscribeUrl === undefined) await saveOnServer(await subscribe(publicKey), showText);
    else await saveLocalSubscription(subscribeUrl, showText);
  });
  saving = saved.catch(() => undefined);
  return saved;
}

const saveOnServer = (one: Subscription, showText: boolean) =>
  call(savePushSubscription, { ...one, showText });

async function subscribe(publicKey: string): Promise<Subscription> {
  const registration = await serviceWorkers()?.ready;
  if (!registration) throw new Error('This browser refuses service workers');
  const { pushManager } = registration;
  const key = bytesOf(publicKey);
  const found = await pushManager.getSubscription();
  // A subscription made with another server key receives nothing.
  if (found && !isSame(found.options.applicationServerKey, key)) await found.unsubscribe();
  return subscriptionOf(
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
  );
}

/** Subscribes at the push service of the local system, which replaces the browser's there. */
async function saveLocalSubscription(subscribeUrl: string, showText: boolean): Promise<void> {
  const { standIn } = readSettings();
  try {
    if (standIn) {
      await saveOnServer(standIn, showText);
      return;
    }
  } catch (error) {
    // The stored subscription is from a local system at another address, so a new one is made.
    if (!isRefusal(error, 'INVALID_INPUT')) throw error;
  }
  const response = await fetch(subscribeUrl, { method: 'POST' });
  const given = subscription.parse(await response.json());
  await saveOnServer(given, showText);
  change({ standIn: given });
}

async function existing(): Promise<PushSubscription | null | undefined> {
  const registration = await serviceWorkers()?.getRegistration();
  return registration?.pushManager?.getSubscription();
}

async function currentEndpoint(): Promise<string | undefined> {
  return readSettings().standIn?.endpoint ?? (await existing())?.endpoint;
}

function subscriptionOf(made: PushSubscription): Subscription {
  const { endpoint, keys } = made.toJSON();
  return subscription.parse({ endpoint, ...keys });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function isSame(kept: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = new Uint8Array(kept ?? []);
  return bytes.length === key.length && bytes.every((byte, index) => byte === key[index]);
}
