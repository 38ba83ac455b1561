import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* Browsing creators, for everybody. */
export const routes: RouteObject[] = [
  { path: paths.browse(), lazy: () => import('./pages/Browse.tsx') },
];
