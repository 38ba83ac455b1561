import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The policies, for visitors and inside the app. */
export const routes: { readonly anybody: RouteObject[]; readonly registered: RouteObject[] } = {
  anybody: [
    { path: paths.publicUsagePolicy(), lazy: () => import('./pages/PublicUsagePolicy.tsx') },
    { path: paths.publicPrivacyPolicy(), lazy: () => import('./pages/PublicPrivacyPolicy.tsx') },
  ],
  registered: [
    { path: paths.usagePolicy(), lazy: () => import('./pages/UsagePolicy.tsx') },
    { path: paths.privacyPolicy(), lazy: () => import('./pages/PrivacyPolicy.tsx') },
  ],
};
