import type { RouteObject } from 'react-router-dom';

/* The sender's side: what was paid for, and what became of it. */
export const routes: RouteObject[] = [
  { path: '/orders', lazy: async () => ({ Component: (await import('./Orders.tsx')).Orders }) },
  {
    path: '/order-viewer/:orderId',
    lazy: async () => ({ Component: (await import('./OrderViewer.tsx')).OrderViewer }),
  },
  {
    path: '/order-reply/:orderId',
    lazy: async () => ({ Component: (await import('./OrderReply.tsx')).OrderReply }),
  },
  {
    path: '/cancel/:inboxId',
    lazy: async () => ({ Component: (await import('./CancelOrder.tsx')).CancelOrder }),
  },
];
