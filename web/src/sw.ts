/// <reference lib="webworker" />

import type { PushPayload } from '#shared/rules/notifications/push-payload.ts';
import type { FromWorker } from './features/notifications/worker-messages.ts';
import { paths } from './paths.ts';
import { isSavingData } from './shell/idle.ts';
import type { ToWorker } from './shell/service-worker.ts';

/*
 * The service worker. It caches the shell, so that the app opens offline, and then the code of every screen. It never
 * caches answers of the API: money and messages always come from the server. It also shows push notifications.
 */

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

const FILES = self.__WB_MANIFEST;
const SHELL = '/index.html';
const PREFIX = 'shell-';
/** One cache for each version: its name is a digest of the files and their revisions. */
const CACHE = PREFIX + digest(FILES.map((file) => `${file.url}@${file.revision}`).join());
const NOT_THE_APP =
  /^\/(?:api|authenticate|refreshToken|webhooks|_local|preview|sitemap(?:\.xml)?|robots\.txt)(?:\/|$)/;
const HASHED = /^\/assets\//;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOlder());
});

self.addEventListener('message', (event) => {
  const wanted = event.data as ToWorker;
  if (wanted === 'takeOver') event.waitUntil(self.skipWaiting());
  if (wanted === 'keepScreens') event.waitUntil(keepScreens());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (NOT_THE_APP.test(url.pathname)) return;
  if (request.mode === 'navigate') event.respondWith(shell(request));
  else if (isFile(url.pathname)) event.respondWith(kept(request));
});

self.addEventListener('push', (event) => {
  event.waitUntil(arrive(payloadIn(event.data)));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(resubscribe(event as PushSubscriptionChange));
});

/** Caches the document and the files that it loads. The installation waits for this alone. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Bypasses the HTTP cache, because the document has no hash in its name.
  const response = await fetch(SHELL, { cache: 'reload' });
  if (!response.ok) throw new Error(`${SHELL} answered ${response.status}`);
  const document = await response.clone().text();
  await cache.put(SHELL, response);
  const shell = FILES.filter(({ url }) => document.includes(`"/${url}"`));
  await Promise.all(
    shell
      .filter(({ url }) => `/${url}` !== SHELL)
      .map(({ url }) =>
        HASHED.test(`/${url}`)
          ? keep(cache, `/${url}`)
          : cache.add(new Request(`/${url}`, { cache: 'reload' })),
      ),
  );
}

/**
 * Caches the code of the screens one file after the other while the app is open and idle. Not part of the
 * installation, so no page waits for it. The next visit loads missing files.
 */
async function keepScreens(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const { url } of FILES) {
    if (isSavingData()) return;
    const path = `/${url}`;
    if (!HASHED.test(path) || (await cache.match(path))) continue;
    try {
      await keep(cache, path);
    } catch {
      return;
    }
  }
}

/** Caches a hashed file, copied from an older version's cache if it is there. */
async function keep(cache: Cache, path: string): Promise<void> {
  const known = await caches.match(path);
  if (known) return cache.put(path, known);
  const response = await fetch(path, { priority: 'low' });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  await cache.put(path, response);
}

/** Deletes the caches of older versions, except for files that are still used. */
async function removeOlder(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const { url } of FILES) {
    const path = `/${url}`;
    if (!HASHED.test(path) || (await cache.match(path))) continue;
    const known = await caches.match(path);
    if (known) await cache.put(path, known);
  }
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Serves the document for every address of the app. */
async function shell(request: Request): Promise<Response> {
  const found = await caches.match(SHELL, { cacheName: CACHE }).catch(() => undefined);
  return found ?? fetch(request);
}

/** Serves files from the cache, and caches hashed files after the first request. A full disk refuses; the file is served all the same. */
async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE).catch(() => undefined);
  const found = await cache?.match(request).catch(() => undefined);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && HASHED.test(new URL(request.url).pathname))
    await cache?.put(request, response.clone()).catch(() => undefined);
  return response;
}

/** The notification for an unreadable push: every push must show one. */
const UNREADABLE: PushPayload = {
  id: '',
  title: 'ReplyPaid',
  body: 'You have a new notification.',
  url: paths.dashboard(),
  tag: 'news',
};

function payloadIn(data: PushMessageData | null): PushPayload {
  try {
    return { ...UNREADABLE, ...(data?.json() as Partial<PushPayload>) };
  } catch {
    return UNREADABLE;
  }
}

async function arrive(news: PushPayload): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const looking = windows.some((one) => one.visibilityState === 'visible' && isAt(one, news.url));
  const again = await wasShown(news.id);
  // Browsers require a notification for every push; one that is repeated or already on the screen is silent.
  const quiet = looking || again;
  await self.registration.showNotification(news.title, {
    body: news.body,
    tag: news.tag,
    ...(quiet ? { silent: true } : { renotify: true }),
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { id: news.id, url: news.url },
  } as NotificationOptions);
  for (const one of windows) say(one, { type: 'arrived' });
  if (looking || again) await closeAll(news.id);
  await countOnIcon();
}

/** Whether a window was loaded at this address; it may show another screen since. */
const isAt = (one: Client, url: string) => new URL(one.url).pathname === url;
const say = (one: Client, message: FromWorker) => one.postMessage(message);

async function closeAll(id: string): Promise<void> {
  for (const shown of await self.registration.getNotifications())
    if (shown.data?.id === id) shown.close();
}

const SHOWN = 'shown';
const REMEMBERED = 50;

/**
 * Whether this notification was shown before; marks it as shown. Stored, because a worker loses its memory when it
 * stops.
 */
async function wasShown(id: string): Promise<boolean> {
  // A full or forbidden storage remembers nothing, and every push must be shown.
  return id !== '' && remember(id).catch(() => false);
}

/** Whether this id was remembered before; remembers it. */
async function remember(id: string): Promise<boolean> {
  const cache = await caches.open(SHOWN);
  const address = `/${encodeURIComponent(id)}`;
  if (await cache.match(address)) return true;
  await cache.put(address, new Response());
  const all = await cache.keys();
  await Promise.all(
    all.slice(0, Math.max(0, all.length - REMEMBERED)).map((one) => cache.delete(one)),
  );
  return false;
}

/** Shows the number of open notifications on the icon; the app sets the full unread count when it opens. */
async function countOnIcon(): Promise<void> {
  const waiting = await self.registration.getNotifications();
  const { navigator } = self;
  if ('setAppBadge' in navigator)
    await navigator.setAppBadge(waiting.length).catch(() => undefined);
}

/** Opens a screen of the app, in an open window if there is one. */
async function open(wanted: unknown): Promise<void> {
  const url = new URL(
    typeof wanted === 'string' ? wanted : paths.dashboard(),
    self.location.origin,
  );
  const path = url.origin === self.location.origin ? url.pathname : paths.dashboard();
  const windows = await self.clients.matchAll({ type: 'window' });
  const window = windows.find((one) => isAt(one, path)) ?? windows[0];
  if (window) {
    say(window, { type: 'open', url: path });
    // If the browser does not allow to focus the window, the screen opens in the background.
    await window.focus().catch(() => undefined);
  } else await self.clients.openWindow(path);
}

type PushSubscriptionChange = ExtendableEvent & {
  readonly oldSubscription?: PushSubscription | null;
};

/**
 * The browser revoked the push subscription: subscribes again, and the app updates the server now or when it next
 * opens.
 */
async function resubscribe({ oldSubscription }: PushSubscriptionChange): Promise<void> {
  const { pushManager } = self.registration;
  const old = oldSubscription ?? (await pushManager.getSubscription());
  const applicationServerKey = old?.options.applicationServerKey;
  if (applicationServerKey)
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  for (const one of await self.clients.matchAll({ type: 'window' }))
    say(one, { type: 'subscriptionChanged' });
}

function isFile(pathname: string): boolean {
  return HASHED.test(pathname) || FILES.some(({ url }) => `/${url}` === pathname);
}

function digest(text: string): string {
  let hash = 5381;
  for (let index = 0; index < text.length; index += 1)
    hash = (hash * 33 + text.charCodeAt(index)) >>> 0;
  return hash.toString(36);
}
