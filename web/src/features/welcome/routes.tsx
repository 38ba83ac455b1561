import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The front door, and what is behind no door. */
export const routes: RouteObject[] = [
  { path: paths.home(), lazy: () => import('./Landing.tsx') },
  { path: '/home', lazy: () => import('./Landing.tsx') },
  { path: '*', lazy: () => import('./NotFound.tsx') },
];
