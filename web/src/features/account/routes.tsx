import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import {
  balanceQueries,
  homeQueries,
  ledgerQueries,
  pricingQueries,
  settingsQueries,
} from './account-queries.ts';

/* The person's own pages. */
export const routes: RouteObject[] = [
  { path: paths.dashboard(), loader: starting(homeQueries), lazy: () => import('./Dashboard.tsx') },
  {
    path: paths.myProfile(),
    loader: starting(pricingQueries),
    lazy: () => import('./MyProfile.tsx'),
  },
  {
    path: paths.settings(),
    loader: starting(settingsQueries),
    lazy: () => import('./Settings.tsx'),
  },
  {
    path: paths.accountBalance(),
    loader: starting(balanceQueries),
    lazy: () => import('./AccountBalance.tsx'),
  },
  {
    path: paths.ledger(),
    loader: starting(ledgerQueries),
    lazy: () => import('./AccountBalanceLedger.tsx'),
  },
  {
    path: paths.inboundMessageConfig(),
    loader: starting(pricingQueries),
    lazy: () => import('./InboundMessageConfig.tsx'),
  },
  {
    path: paths.updateInboundMessageConfig(),
    loader: starting(pricingQueries),
    lazy: () => import('./UpdateInboundMessageConfig.tsx'),
  },
];
