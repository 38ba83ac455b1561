import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The contacts, the page that invites somebody, and the blocked people and the prices of contacts, which one sees without a paid plan too. */
export const routes = {
  registered: [
    {
      path: paths.blocked(),
      lazy: () => import('./pages/Blocked.tsx'),
    },
    {
      path: paths.contactPrices(),
      lazy: () => import('./pages/ContactPrices.tsx'),
    },
    {
      path: paths.contactPrice(':userId'),
      lazy: () => import('./pages/ContactPrice.tsx'),
    },
  ],
  members: [
    {
      path: paths.contacts(),
      lazy: () => import('./pages/Contacts.tsx'),
    },
    {
      path: paths.chatInvite(':userId'),
      lazy: () => import('./pages/ChatInvite.tsx'),
    },
  ],
} satisfies Record<string, RouteObject[]>;
