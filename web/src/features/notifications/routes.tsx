import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* What a person is notified of, and when. */
export const routes: RouteObject[] = [
  {
    path: paths.notificationSettings(),
    lazy: () => import('./pages/WhatToNotifyOf.tsx'),
  },
];
