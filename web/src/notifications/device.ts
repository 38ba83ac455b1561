import type * as z from 'zod';
import {
  deletePushSubscription,
  getPushPublicKey,
  savePushSubscription,
} from '../../../shared/api/notifications.ts';
import { call, isRefusal } from '../api/client.ts';
import { isInstalled, isIos } from '../shell/install-prompt.ts';
import { change, readKept, subscription } from './kept.ts';

/*
 * This browser as a device on which its person is told. The browser decides (permission, subscription), the server is told
 * on every launch, and what the person chose is kept here until they sign out.
 */

type Subscription = z.infer<typeof subscription>;

/** `install`: only once the app is on the home screen. `blocked`: the browser's own settings forbid it. */
export type Standing = 'unsupported' | 'install' | 'blocked' | 'off' | 'on';

export function standing(): Standing {
  if (!('Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window))
    return isIos() && !isInstalled() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && readKept().on ? 'on' : 'off';
}

/** Asks the browser's own question, if it was not answered before, and turns this device on. Only ever after a press. */
export async function turnOn(): Promise<Standing> {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') {
    await save();
    change({ on: true, notNow: false });
  } else change({});
  return standing();
}

/** Throws where the server cannot be told; then all is as it was. */
export async function turnOff(): Promise<void> {
  const endpoint = await currentEndpoint();
  if (endpoint) await call(deletePushSubscription, { endpoint });
  await unsubscribe();
  change({ on: false, standIn: undefined });
}

/** Whether names and beginnings of texts may stand on the lock screen of this device. */
export async function chooseText(showText: boolean): Promise<void> {
  await save(showText);
  change({ showText });
}

/** Tells the server that this device is still there, and how it is reached now. */
export async function renew(): Promise<void> {
  if (standing() === 'on') await save();
}

/** Ends what the browser has; the server forgets the device with its session. */
export async function unsubscribe(): Promise<void> {
  const { standIn } = readKept();
  if (standIn) await fetch(standIn.endpoint, { method: 'DELETE' });
  await (await existing())?.unsubscribe();
}

/** One after the other: two at once would subscribe twice. */
let saving: Promise<unknown> = Promise.resolve();

function save(showText = readKept().showText): Promise<void> {
  const saved = saving.then(async () => {
    const { publicKey, subscribeUrl } = await call(getPushPublicKey, {});
    if (subscribeUrl === undefined) await tell(await subscribe(publicKey), showText);
    else await tellOfStandIn(subscribeUrl, showText);
  });
  saving = saved.catch(() => undefined);
  return saved;
}

const tell = (one: Subscription, showText: boolean) =>
  call(savePushSubscription, { ...one, showText });

async function subscribe(publicKey: string): Promise<Subscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytesOf(publicKey);
  const found = await pushManager.getSubscription();
  // Made with another key of ours, it takes nothing that we send now.
  if (found && !isSame(found.options.applicationServerKey, key)) await found.unsubscribe();
  return subscriptionOf(
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
  );
}

/** On one machine there is no push service of a browser: its own takes its place. */
async function tellOfStandIn(subscribeUrl: string, showText: boolean): Promise<void> {
  const { standIn } = readKept();
  try {
    if (standIn) {
      await tell(standIn, showText);
      return;
    }
  } catch (error) {
    // It was given by a machine that had another address.
    if (!isRefusal(error, 'INVALID_INPUT')) throw error;
  }
  const response = await fetch(subscribeUrl, { method: 'POST' });
  const given = subscription.parse(await response.json());
  await tell(given, showText);
  change({ standIn: given });
}

async function existing(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.pushManager?.getSubscription();
}

async function currentEndpoint(): Promise<string | undefined> {
  return readKept().standIn?.endpoint ?? (await existing())?.endpoint;
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
