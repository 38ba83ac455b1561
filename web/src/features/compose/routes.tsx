import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { letterQueries, paymentQueries } from './compose-queries.ts';

/* Writing to somebody and paying for the answer. All of it stands behind the login guard. */
export const routes: RouteObject[] = [
  {
    path: '/create-inbox/:userId',
    loader: starting(letterQueries),
    lazy: async () => ({ Component: (await import('./CreateInbox.tsx')).CreateInbox }),
  },
  {
    path: '/inbox-payment/:userId',
    loader: starting(paymentQueries),
    lazy: async () => ({ Component: (await import('./InboxPayment.tsx')).InboxPayment }),
  },
  {
    path: '/payment-success',
    lazy: async () => ({ Component: (await import('./PaymentSuccess.tsx')).PaymentSuccess }),
  },
];
