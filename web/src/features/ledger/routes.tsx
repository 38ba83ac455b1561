import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The account balance and its transaction history. */
export const routes: RouteObject[] = [
  {
    path: paths.accountBalance(),
    lazy: () => import('./pages/AccountBalance.tsx'),
  },
  {
    path: paths.ledger(),
    lazy: () => import('./pages/AccountBalanceLedger.tsx'),
  },
];
