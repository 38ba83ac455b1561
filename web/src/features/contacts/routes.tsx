import type { RouteObject } from 'react-router';
import { queryLoader } from '../../api/screen-loader.ts';
import { membersGate } from '../../gates.ts';
import { paths } from '../../paths.ts';
import { contactsQueries, inviteQueries } from './pages/contacts-queries.ts';

/* The contacts, and the page that invites somebody. */
export const routes: RouteObject[] = [
  {
    path: paths.contacts(),
    loader: queryLoader(contactsQueries, membersGate),
    lazy: () => import('./pages/Contacts.tsx'),
  },
  {
    path: paths.chatInvite(':userId'),
    loader: queryLoader(inviteQueries, membersGate),
    lazy: () => import('./pages/ChatInvite.tsx'),
  },
];
