import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The plan and the card that pays for it. */
export const routes: RouteObject[] = [
  {
    path: paths.subscription(),
    lazy: () => import('./pages/Subscription.tsx'),
  },
  { path: paths.planPayments(), lazy: () => import('./pages/PlanPayments.tsx') },
  { path: paths.cancelSubscription(), lazy: () => import('./pages/CancelSubscription.tsx') },
  {
    path: paths.paymentMethod(),
    lazy: () => import('./pages/PaymentMethod.tsx'),
  },
  { path: paths.updatePaymentMethod(), lazy: () => import('./pages/UpdatePaymentMethod.tsx') },
];
