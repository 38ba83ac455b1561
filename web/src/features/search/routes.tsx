import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { searchQueries } from './search.ts';

/* Finding people. */
export const routes: RouteObject[] = [
  {
    path: paths.userSearch(),
    loader: starting(searchQueries),
    lazy: () => import('./UserSearch.tsx'),
  },
];
