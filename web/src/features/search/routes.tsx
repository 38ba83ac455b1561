import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The search for people. */
export const routes: RouteObject[] = [
  {
    path: paths.userSearch(),
    lazy: () => import('./pages/UserSearch.tsx'),
  },
];
