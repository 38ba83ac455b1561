import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { inboxFormQueries, inboxQueries, inboxThreadQueries } from './inbox-queries.ts';

/* The recipient's side: messages that came in, and what can be done with them. */
export const routes: RouteObject[] = [
  {
    path: '/inbox',
    loader: starting(inboxQueries),
    lazy: async () => ({ Component: (await import('./Inbox.tsx')).Inbox }),
  },
  {
    path: '/inbox-viewer/:inboxId',
    loader: starting(inboxThreadQueries),
    lazy: async () => ({ Component: (await import('./InboxViewer.tsx')).InboxViewer }),
  },
  {
    path: '/paid-reply/:inboxId',
    loader: starting(inboxThreadQueries),
    lazy: async () => ({ Component: (await import('./PaidReply.tsx')).PaidReply }),
  },
  {
    path: '/inbox-reply/:inboxId',
    loader: starting(inboxFormQueries),
    lazy: async () => ({ Component: (await import('./InboxReply.tsx')).InboxReply }),
  },
  {
    path: '/report/:inboxId',
    loader: starting(inboxFormQueries),
    lazy: async () => ({ Component: (await import('./Report.tsx')).Report }),
  },
  {
    path: '/decline/:inboxId',
    loader: starting(inboxFormQueries),
    lazy: async () => ({ Component: (await import('./Decline.tsx')).Decline }),
  },
];
