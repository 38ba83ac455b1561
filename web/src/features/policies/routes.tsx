import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* One text each, read before and after signing in. */
export const routes: { readonly anybody: RouteObject[]; readonly registered: RouteObject[] } = {
  anybody: [
    { path: paths.publicUsagePolicy(), lazy: () => import('./PublicUsagePolicy.tsx') },
    { path: paths.publicPrivacyPolicy(), lazy: () => import('./PublicPrivacyPolicy.tsx') },
  ],
  registered: [
    { path: paths.usagePolicy(), lazy: () => import('./UsagePolicy.tsx') },
    { path: paths.privacyPolicy(), lazy: () => import('./PrivacyPolicy.tsx') },
  ],
};
