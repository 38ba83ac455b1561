import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The contacts, and the page that invites somebody. */
export const routes: RouteObject[] = [
  {
    path: paths.contacts(),
    lazy: () => import('./pages/Contacts.tsx'),
  },
  {
    path: paths.chatInvite(':userId'),
    lazy: () => import('./pages/ChatInvite.tsx'),
  },
];
