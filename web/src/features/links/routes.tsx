import type { RouteObject } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* The links a person shows on their public profile. */
export const routes: RouteObject[] = [
  { path: paths.userLinks(), lazy: () => import('./UserLinks.tsx') },
  { path: paths.addUserLink(), lazy: () => import('./AddUserLink.tsx') },
  { path: paths.editUserLink(':linkId'), lazy: () => import('./EditUserLink.tsx') },
];
