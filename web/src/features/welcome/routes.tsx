import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The landing page, which has two addresses, and the page of an unknown address. */
export const routes: RouteObject[] = [
  { path: paths.home(), lazy: () => import('./pages/Landing.tsx') },
  { path: paths.landing(), lazy: () => import('./pages/Landing.tsx') },
  { path: '*', lazy: () => import('./pages/NotFound.tsx') },
];
