import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The payout history. */
export const routes: RouteObject[] = [
  {
    path: paths.payouts(),
    lazy: () => import('./pages/Payouts.tsx'),
  },
];
