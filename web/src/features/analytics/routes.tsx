import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* A person's own analytics. */
export const routes: RouteObject[] = [
  { path: paths.analytics(), lazy: () => import('./pages/Analytics.tsx') },
];
