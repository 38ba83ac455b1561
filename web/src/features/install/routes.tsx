import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The instructions for installing the app. */
export const routes: RouteObject[] = [
  { path: paths.installApplication(), lazy: () => import('./pages/InstallApplication.tsx') },
];
