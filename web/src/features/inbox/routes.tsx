import type { RouteObject } from 'react-router-dom';

/* The recipient's side: messages that came in, and what can be done with them. */
export const routes: RouteObject[] = [
  { path: '/inbox', lazy: async () => ({ Component: (await import('./Inbox.tsx')).Inbox }) },
  {
    path: '/inbox-viewer/:inboxId',
    lazy: async () => ({ Component: (await import('./InboxViewer.tsx')).InboxViewer }),
  },
  {
    path: '/paid-reply/:inboxId',
    lazy: async () => ({ Component: (await import('./PaidReply.tsx')).PaidReply }),
  },
  {
    path: '/inbox-reply/:inboxId',
    lazy: async () => ({ Component: (await import('./InboxReply.tsx')).InboxReply }),
  },
  {
    path: '/report/:inboxId',
    lazy: async () => ({ Component: (await import('./Report.tsx')).Report }),
  },
  {
    path: '/decline/:inboxId',
    lazy: async () => ({ Component: (await import('./Decline.tsx')).Decline }),
  },
];
