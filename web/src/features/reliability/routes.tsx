import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The figures of the whole platform, for everybody. */
export const routes: RouteObject[] = [
  { path: paths.reliability(), lazy: () => import('./pages/Reliability.tsx') },
];
