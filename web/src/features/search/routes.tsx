import type { RouteObject } from 'react-router';
import { queryLoader } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { searchQueries } from './pages/search.ts';

/* The search for people. */
export const routes: RouteObject[] = [
  {
    path: paths.userSearch(),
    loader: queryLoader(searchQueries),
    lazy: () => import('./pages/UserSearch.tsx'),
  },
];
