import type { RouteObject } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* Whom one may chat with, and asking somebody to be one of them. */
export const routes: RouteObject[] = [
  { path: paths.contacts(), lazy: () => import('./Contacts.tsx') },
  { path: paths.chatInvite(':userId'), lazy: () => import('./ChatInvite.tsx') },
];
