import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { orderFormQueries, ordersQueries, orderThreadQueries } from './order-queries.ts';

/* The sender's side: what was paid for, and what became of it. */
export const routes: RouteObject[] = [
  {
    path: '/orders',
    loader: starting(ordersQueries),
    lazy: async () => ({ Component: (await import('./Orders.tsx')).Orders }),
  },
  {
    path: '/order-viewer/:orderId',
    loader: starting(orderThreadQueries),
    lazy: async () => ({ Component: (await import('./OrderViewer.tsx')).OrderViewer }),
  },
  {
    path: '/order-reply/:orderId',
    loader: starting(orderFormQueries),
    lazy: async () => ({ Component: (await import('./OrderReply.tsx')).OrderReply }),
  },
  {
    path: '/cancel/:inboxId',
    loader: starting(orderFormQueries),
    lazy: async () => ({ Component: (await import('./CancelOrder.tsx')).CancelOrder }),
  },
];
