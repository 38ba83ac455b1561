import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* A person's own pages, and referrals: the page to invite from, and where an invitation leads. */
export const routes = {
  anybody: [
    {
      id: 'referral',
      path: paths.referral(':code'),
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
      lazy: () => import('./pages/dashboard/Dashboard.tsx'),
    },
    {
      path: paths.myProfile(),
      lazy: () => import('./pages/MyProfile.tsx'),
    },
    {
      path: paths.settings(),
      lazy: () => import('./pages/settings/Settings.tsx'),
    },
    {
      path: paths.inboundMessageConfig(),
      lazy: () => import('./pages/settings/InboundMessageConfig.tsx'),
    },
    {
      path: paths.updateInboundMessageConfig(),
      lazy: () => import('./pages/settings/UpdateInboundMessageConfig.tsx'),
    },
    {
      path: paths.updateTiers(),
      lazy: () => import('./pages/settings/UpdateTiers.tsx'),
    },
    {
      path: paths.updatePrompts(),
      lazy: () => import('./pages/settings/UpdatePrompts.tsx'),
    },
    {
      path: paths.attachmentSettings(),
      lazy: () => import('./pages/settings/AttachmentSettings.tsx'),
    },
    {
      path: paths.updateAvailability(),
      lazy: () => import('./pages/settings/UpdateAvailability.tsx'),
    },
    { path: paths.leaving(), lazy: () => import('./pages/leaving/Leaving.tsx') },
    { path: paths.invite(), lazy: () => import('./pages/referral/Invite.tsx') },
  ],
} satisfies Record<string, RouteObject[]>;
