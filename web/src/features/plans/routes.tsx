import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { cardQueries, subscriptionQueries } from './plan-queries.ts';

/* The plan and the card that pays for it. */
export const routes: RouteObject[] = [
  {
    path: paths.subscription(),
    loader: starting(subscriptionQueries),
    lazy: () => import('./Subscription.tsx'),
  },
  { path: paths.cancelSubscription(), lazy: () => import('./CancelSubscription.tsx') },
  {
    path: paths.paymentMethod(),
    loader: starting(cardQueries),
    lazy: () => import('./PaymentMethod.tsx'),
  },
  { path: paths.updatePaymentMethod(), lazy: () => import('./UpdatePaymentMethod.tsx') },
];
