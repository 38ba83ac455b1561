import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { queryClient } from '../api/queries.ts';
import { renew } from './device.ts';

/* What the worker and the app say to each other (sw.ts is the other side), and the number on the app's icon. */

export type FromWorker =
  /** A notification was pressed: its screen is wanted. */
  | { readonly type: 'open'; readonly url: string }
  /** Something is new. */
  | { readonly type: 'arrived' }
  /** The browser gave this device another address. */
  | { readonly type: 'subscriptionChanged' };

/** Follows what arrives while the app is open, and puts away what the screen already shows. */
export function useArrivals(userId: string | undefined): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  // On every launch, and whenever somebody else signs in.
  useEffect(() => {
    if (userId !== undefined) renew().catch(() => undefined);
  }, [userId]);

  useEffect(() => {
    const { serviceWorker } = navigator;
    const hear = ({ data }: MessageEvent<FromWorker>) => {
      if (data?.type === 'open') navigate(data.url);
      if (data?.type === 'subscriptionChanged') renew().catch(() => undefined);
      if (data?.type === 'open' || data?.type === 'arrived') void queryClient.invalidateQueries();
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
    document.addEventListener('visibilitychange', putAway);
    return () => document.removeEventListener('visibilitychange', putAway);
  }, [pathname]);
}

/** Closes what leads to the screen that is open. */
async function closeNotifications(pathname: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications?.()) ?? [];
  for (const notification of shown) if (notification.data?.url === pathname) notification.close();
}

/** Puts how much is unread on the app's icon, where the browser can. Undefined: not known yet. */
export function useAppBadge(unread: number | undefined): void {
  useEffect(() => {
    if (unread === undefined || !('setAppBadge' in navigator)) return;
    const shown = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
    shown.catch(() => undefined);
  }, [unread]);
}
