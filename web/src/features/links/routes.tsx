import type { RouteObject } from 'react-router';
import { queryLoader } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { linkQueries } from './pages/link-queries.ts';

/* The links a person shows on their public profile. */
export const routes: RouteObject[] = [
  {
    path: paths.userLinks(),
    loader: queryLoader(linkQueries),
    lazy: () => import('./pages/UserLinks.tsx'),
  },
  { path: paths.addUserLink(), lazy: () => import('./pages/AddUserLink.tsx') },
  {
    path: paths.editUserLink(':linkId'),
    loader: queryLoader(linkQueries),
    lazy: () => import('./pages/EditUserLink.tsx'),
  },
];
