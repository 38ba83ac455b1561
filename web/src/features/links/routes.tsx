import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { linkQueries } from './link-queries.ts';

/* The links a person shows on their public profile. */
export const routes: RouteObject[] = [
  { path: paths.userLinks(), loader: starting(linkQueries), lazy: () => import('./UserLinks.tsx') },
  { path: paths.addUserLink(), lazy: () => import('./AddUserLink.tsx') },
  {
    path: paths.editUserLink(':linkId'),
    loader: starting(linkQueries),
    lazy: () => import('./EditUserLink.tsx'),
  },
];
