import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { payoutsQueries } from '../../payouts/payout-queries.ts';

/* What was paid out. */
export const routes: RouteObject[] = [
  { path: paths.payouts(), loader: starting(payoutsQueries), lazy: () => import('./Payouts.tsx') },
];
