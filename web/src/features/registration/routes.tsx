import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The three steps between a confirmed phone and the app. */
export const routes: RouteObject[] = [
  { path: paths.license(), lazy: () => import('./License.tsx') },
  { path: paths.inboundMessaging(), lazy: () => import('./InboundMessaging.tsx') },
  { path: paths.registrationFreeCheckout(), lazy: () => import('./FreeCheckout.tsx') },
  { path: paths.registrationPaidCheckout(), lazy: () => import('./PaidCheckout.tsx') },
];
