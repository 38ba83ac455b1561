import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* How to install the app. */
export const routes: RouteObject[] = [
  { path: paths.installApplication(), lazy: () => import('./pages/InstallApplication.tsx') },
];
