/// <reference lib="webworker" />

/*
 * Keeps the shell on the device, so that the app opens without a network and says so itself. Replies of the API are
 * never kept: what a person sees of money and messages always comes from the server.
 */

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

const FILES = self.__WB_MANIFEST;
const SHELL = '/index.html';
const PREFIX = 'shell-';
/** One cache a version: the names and revisions of its files are its name. */
const CACHE = PREFIX + digest(FILES.map((file) => `${file.url}@${file.revision}`).join());
const NOT_THE_APP = /^\/(?:api|authenticate|refreshToken|webhooks|_local)(?:\/|$)/;
const HASHED = /^\/assets\//;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOlder());
});

self.addEventListener('message', (event) => {
  if (event.data === 'takeOver') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (NOT_THE_APP.test(url.pathname)) return;
  if (request.mode === 'navigate') event.respondWith(shell(request));
  else if (isFile(url.pathname)) event.respondWith(kept(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Past the HTTP cache for what has no hash in its name.
  await cache.addAll(
    FILES.map(
      ({ url, revision }) => new Request(`/${url}`, { cache: revision ? 'reload' : 'default' }),
    ),
  );
}

async function removeOlder(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Every address of the app is the same document. */
async function shell(request: Request): Promise<Response> {
  return (await caches.match(SHELL, { cacheName: CACHE })) ?? fetch(request);
}

/** Files of the shell from the device; hashed files of screens are kept once they were fetched. */
async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && HASHED.test(new URL(request.url).pathname))
    await cache.put(request, response.clone());
  return response;
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

export {};
