import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* Bringing people along: the page to invite from, and where an invitation leads. */
export const routes = {
  anybody: [
    { path: paths.referral(':code'), lazy: () => import('./Referral.tsx') },
    { path: paths.referralNotFound(), lazy: () => import('./ReferralNotFound.tsx') },
  ],
  registered: [{ path: paths.invite(), lazy: () => import('./Invite.tsx') }],
} satisfies Record<string, RouteObject[]>;
