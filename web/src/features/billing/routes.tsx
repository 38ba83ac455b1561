import type { RouteObject } from 'react-router';
import { queryLoader } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { cardQueries, subscriptionQueries } from './pages/plan-queries.ts';

/* The plan and the card that pays for it. */
export const routes: RouteObject[] = [
  {
    path: paths.subscription(),
    loader: queryLoader(subscriptionQueries),
    lazy: () => import('./pages/Subscription.tsx'),
  },
  { path: paths.cancelSubscription(), lazy: () => import('./pages/CancelSubscription.tsx') },
  {
    path: paths.paymentMethod(),
    loader: queryLoader(cardQueries),
    lazy: () => import('./pages/PaymentMethod.tsx'),
  },
  { path: paths.updatePaymentMethod(), lazy: () => import('./pages/UpdatePaymentMethod.tsx') },
];
