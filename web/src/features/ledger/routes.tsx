import type { RouteObject } from 'react-router';
import { queryLoader } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { balanceQueries, ledgerQueries } from './pages/ledger-queries.ts';

/* The account balance and its transaction history. */
export const routes: RouteObject[] = [
  {
    path: paths.accountBalance(),
    loader: queryLoader(balanceQueries),
    lazy: () => import('./pages/AccountBalance.tsx'),
  },
  {
    path: paths.ledger(),
    loader: queryLoader(ledgerQueries),
    lazy: () => import('./pages/AccountBalanceLedger.tsx'),
  },
];
