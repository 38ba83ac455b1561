import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';
import { ProfileNotFound } from './ProfileNotFound.tsx';

/* A public profile, and the pages on which its owner changes it. */
export const routes = {
  anybody: [
    {
      id: 'profile',
      path: paths.profile(':username'),
      lazy: () => import('./pages/public/Profile.tsx'),
    },
    { path: paths.profileNotFound(), Component: ProfileNotFound },
  ],
  registered: [
    { path: paths.editProfile(), lazy: () => import('./pages/edit/EditProfile.tsx') },
    { path: paths.editAvatar(), lazy: () => import('./pages/edit/EditAvatar.tsx') },
    { path: paths.editSocialLinks(), lazy: () => import('./pages/edit/EditSocialLinks.tsx') },
    { path: paths.thanks(), lazy: () => import('./pages/Thanks.tsx') },
  ],
} satisfies Record<string, RouteObject[]>;
