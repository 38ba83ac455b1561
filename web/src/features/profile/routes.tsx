import type { RouteObject } from 'react-router';
import { startingForAnybody } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { profileQueries } from './profile-queries.ts';

/* Everybody's public face. It is the last one-part address: all other ones are the app's own. */
export const routes: RouteObject[] = [
  {
    path: paths.profile(':username'),
    loader: startingForAnybody(profileQueries),
    lazy: () => import('./Profile.tsx'),
  },
  { path: paths.profileNotFound(), lazy: () => import('./ProfileNotFound.tsx') },
];
