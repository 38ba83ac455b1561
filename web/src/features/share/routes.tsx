import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* What a person puts on their site, on paper and under their emails. */
export const routes: RouteObject[] = [
  { path: paths.share(), lazy: () => import('./pages/Share.tsx') },
];
