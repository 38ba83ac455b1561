import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* What others see of a person, as that person changes it. */
export const routes: RouteObject[] = [
  { path: paths.editProfile(), lazy: () => import('./EditProfile.tsx') },
  { path: paths.editAvatar(), lazy: () => import('./EditAvatar.tsx') },
  { path: paths.editSocialLinks(), lazy: () => import('./EditSocialLinks.tsx') },
];
