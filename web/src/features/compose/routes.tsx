import type { RouteObject } from 'react-router-dom';

/* Writing to somebody and paying for the answer. All of it stands behind the login guard. */
export const routes: RouteObject[] = [
  {
    path: '/create-inbox/:userId',
    lazy: async () => ({ Component: (await import('./CreateInbox.tsx')).CreateInbox }),
  },
  {
    path: '/inbox-payment/:userId',
    lazy: async () => ({ Component: (await import('./InboxPayment.tsx')).InboxPayment }),
  },
  {
    path: '/payment-success',
    lazy: async () => ({ Component: (await import('./PaymentSuccess.tsx')).PaymentSuccess }),
  },
];
