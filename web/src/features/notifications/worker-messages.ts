import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { invalidate } from '../../api/queries.ts';
import { serviceWorkers } from '../../api/storage.ts';
import { renew } from './device.ts';

/* The messages from the service worker (sw.ts) to the app, and the badge on the app's icon. */

export type FromWorker =
  /** A notification was pressed: open its screen. */
  | { readonly type: 'open'; readonly url: string }
  /** Something is new. */
  | { readonly type: 'arrived' }
  /** The browser changed the push subscription of this device. */
  | { readonly type: 'subscriptionChanged' };

/** Handles messages of the service worker, and closes notifications about the screen that is open. */
export function useWorkerMessages(userId: string | undefined): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  // On every launch, and when another user signs in.
  useEffect(() => {
    if (userId !== undefined) renew().catch(() => undefined);
  }, [userId]);

  useEffect(() => {
    const serviceWorker = serviceWorkers();
    const hear = ({ data }: MessageEvent<FromWorker>) => {
      if (data?.type === 'open') navigate(data.url);
      if (data?.type === 'subscriptionChanged') renew().catch(() => undefined);
      if (data?.type === 'open' || data?.type === 'arrived') void invalidate();
    };
    serviceWorker?.addEventListener('message', hear);
    return () => serviceWorker?.removeEventListener('message', hear);
  }, [navigate]);

  useEffect(() => {
    const putAway = () => {
      if (document.visibilityState === 'visible')
        closeNotifications(pathname).catch(() => undefined);
    };
    putAway();
    const serviceWorker = serviceWorkers();
    document.addEventListener('visibilitychange', putAway);
    // The worker knows only the address at which the page was loaded, so it cannot tell which screen is open now.
    serviceWorker?.addEventListener('message', putAway);
    return () => {
      document.removeEventListener('visibilitychange', putAway);
      serviceWorker?.removeEventListener('message', putAway);
    };
  }, [pathname]);
}

/** Closes the notifications that link to the open screen. */
async function closeNotifications(pathname: string): Promise<void> {
  const registration = await serviceWorkers()?.getRegistration();
  const shown = (await registration?.getNotifications?.()) ?? [];
  for (const notification of shown) if (notification.data?.url === pathname) notification.close();
}

/** Shows the unread count on the app's icon, if the browser can. Undefined: not known yet. */
export function useAppBadge(unread: number | undefined): void {
  useEffect(() => {
    if (unread === undefined || !('setAppBadge' in navigator)) return;
    const shown = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
    shown.catch(() => undefined);
  }, [unread]);
}
