import type { RouteObject } from 'react-router';
import { publicQueryLoader } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { profileQueries } from './pages/public/profile-queries.ts';

/* A public profile, and the pages on which its owner changes it. */
export const routes = {
  anybody: [
    {
      id: 'profile',
      path: paths.profile(':username'),
      loader: publicQueryLoader(profileQueries),
      lazy: () => import('./pages/public/Profile.tsx'),
    },
    { path: paths.profileNotFound(), lazy: () => import('./ProfileNotFound.tsx') },
  ],
  registered: [
    { path: paths.editProfile(), lazy: () => import('./pages/edit/EditProfile.tsx') },
    { path: paths.editAvatar(), lazy: () => import('./pages/edit/EditAvatar.tsx') },
    { path: paths.editSocialLinks(), lazy: () => import('./pages/edit/EditSocialLinks.tsx') },
  ],
} satisfies Record<string, RouteObject[]>;
