import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The links a person shows on their public profile. */
export const routes: RouteObject[] = [
  {
    path: paths.userLinks(),
    lazy: () => import('./pages/UserLinks.tsx'),
  },
  { path: paths.addUserLink(), lazy: () => import('./pages/AddUserLink.tsx') },
  {
    path: paths.editUserLink(':linkId'),
    lazy: () => import('./pages/EditUserLink.tsx'),
  },
];
