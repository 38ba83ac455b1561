import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The way to the home screen. */
export const routes: RouteObject[] = [
  { path: paths.installApplication(), lazy: () => import('./InstallApplication.tsx') },
];
