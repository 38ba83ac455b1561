import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { beforeMembers } from '../../gates.ts';
import { paths } from '../../paths.ts';
import { contactsQueries, inviteQueries } from './contacts-queries.ts';

/* Whom one may chat with, and asking somebody to be one of them. */
export const routes: RouteObject[] = [
  {
    path: paths.contacts(),
    loader: starting(contactsQueries, beforeMembers),
    lazy: () => import('./Contacts.tsx'),
  },
  {
    path: paths.chatInvite(':userId'),
    loader: starting(inviteQueries, beforeMembers),
    lazy: () => import('./ChatInvite.tsx'),
  },
];
