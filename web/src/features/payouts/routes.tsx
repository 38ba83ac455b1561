import type { RouteObject } from 'react-router';
import { queryLoader } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { payoutsQueries } from './payout-queries.ts';

/* The payout history. */
export const routes: RouteObject[] = [
  {
    path: paths.payouts(),
    loader: queryLoader(payoutsQueries),
    lazy: () => import('./pages/Payouts.tsx'),
  },
];
