import type { RouteObject } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* The person's own pages. */
export const routes: RouteObject[] = [
  { path: paths.dashboard(), lazy: () => import('./Dashboard.tsx') },
  { path: paths.myProfile(), lazy: () => import('./MyProfile.tsx') },
  { path: paths.settings(), lazy: () => import('./Settings.tsx') },
  { path: paths.accountBalance(), lazy: () => import('./AccountBalance.tsx') },
  { path: paths.ledger(), lazy: () => import('./AccountBalanceLedger.tsx') },
  { path: paths.inboundMessageConfig(), lazy: () => import('./InboundMessageConfig.tsx') },
  {
    path: paths.updateInboundMessageConfig(),
    lazy: () => import('./UpdateInboundMessageConfig.tsx'),
  },
];
