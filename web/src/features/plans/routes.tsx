import type { RouteObject } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* The plan and the card that pays for it. */
export const routes: RouteObject[] = [
  { path: paths.subscription(), lazy: () => import('./Subscription.tsx') },
  { path: paths.cancelSubscription(), lazy: () => import('./CancelSubscription.tsx') },
  { path: paths.paymentMethod(), lazy: () => import('./PaymentMethod.tsx') },
  { path: paths.updatePaymentMethod(), lazy: () => import('./UpdatePaymentMethod.tsx') },
];
