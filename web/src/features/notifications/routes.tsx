import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* What a person is notified of, and when; and the end of a kind of emails. */
export const routes = {
  anybody: [{ path: paths.unsubscribe(), lazy: () => import('./pages/Unsubscribe.tsx') }],
  registered: [
    { path: paths.notificationSettings(), lazy: () => import('./pages/WhatToNotifyOf.tsx') },
  ],
} satisfies Record<string, RouteObject[]>;
