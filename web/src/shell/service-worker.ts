import { serviceWorkers } from '../api/storage.ts';
import { toast } from '../ui/Toast.tsx';
import { isSavingData, whenIdle } from './idle.ts';
import { offerNewVersion } from './new-version.ts';

/** The messages from the app to the service worker. */
export type ToWorker =
  /** Activate the new version. */
  | 'takeOver'
  /** Cache the code of all screens. */
  | 'keepScreens';

/*
 * Registers the service worker that caches the app. A new version waits until the user accepts it, so that nothing
 * changes while they write.
 */
export async function registerServiceWorker(): Promise<void> {
  const serviceWorker = serviceWorkers();
  if (!serviceWorker) return;
  const hadOne = serviceWorker.controller !== null;
  let taken = false;
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadOne && taken) window.location.reload();
  });
  const registration = await serviceWorker.register('/sw.js');
  const offer = (worker: ServiceWorker) => {
    const onPress = () => {
      taken = true;
      say(worker, 'takeOver');
    };
    offerNewVersion(onPress);
    toast.info('A new version is ready', { action: { label: 'Reload', onPress } });
  };
  if (registration.waiting && hadOne) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && hadOne) offer(coming);
    });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  });
  const { active } = await serviceWorker.ready;
  await whenIdle();
  if (active && !isSavingData()) say(active, 'keepScreens');
}

const say = (worker: ServiceWorker, wanted: ToWorker) => worker.postMessage(wanted);
