import type { RouteObject } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* Everybody's public face. It is the last one-part address: all other ones are the app's own. */
export const routes: RouteObject[] = [
  { path: paths.profile(':username'), lazy: () => import('./Profile.tsx') },
  { path: paths.profileNotFound(), lazy: () => import('./ProfileNotFound.tsx') },
];
