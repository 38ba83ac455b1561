import type { RouteObject } from 'react-router';
import { publicQueryLoader, queryLoader } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import {
  homeQueries,
  pricingQueries,
  referralQueries,
  settingsQueries,
} from './pages/account-queries.ts';

/* A person's own pages, and referrals: the page to invite from, and where an invitation leads. */
export const routes = {
  anybody: [
    {
      id: 'referral',
      path: paths.referral(':code'),
      loader: publicQueryLoader(referralQueries),
      lazy: () => import('./pages/referral/Referral.tsx'),
    },
    {
      path: paths.referralNotFound(),
      lazy: () => import('./pages/referral/ReferralNotFound.tsx'),
    },
  ],
  registered: [
    {
      path: paths.dashboard(),
      loader: queryLoader(homeQueries),
      lazy: () => import('./pages/dashboard/Dashboard.tsx'),
    },
    {
      path: paths.myProfile(),
      loader: queryLoader(pricingQueries),
      lazy: () => import('./pages/MyProfile.tsx'),
    },
    {
      path: paths.settings(),
      loader: queryLoader(settingsQueries),
      lazy: () => import('./pages/settings/Settings.tsx'),
    },
    {
      path: paths.inboundMessageConfig(),
      loader: queryLoader(pricingQueries),
      lazy: () => import('./pages/settings/InboundMessageConfig.tsx'),
    },
    {
      path: paths.updateInboundMessageConfig(),
      loader: queryLoader(pricingQueries),
      lazy: () => import('./pages/settings/UpdateInboundMessageConfig.tsx'),
    },
    { path: paths.invite(), lazy: () => import('./pages/referral/Invite.tsx') },
  ],
} satisfies Record<string, RouteObject[]>;
