import type { RouteObject } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* Finding people. */
export const routes: RouteObject[] = [
  { path: paths.userSearch(), lazy: () => import('./UserSearch.tsx') },
];
