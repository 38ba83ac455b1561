import type { RouteObject } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* What was paid out. */
export const routes: RouteObject[] = [
  { path: paths.payouts(), lazy: () => import('./Payouts.tsx') },
];
