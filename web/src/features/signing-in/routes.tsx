import type { RouteObject } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* Getting in and out. `signedOut` screens send whoever is signed in already on to the app. */
export const routes = {
  anybody: [
    { path: paths.register(), lazy: () => import('./Register.tsx') },
    { path: paths.verify(), lazy: () => import('./Verify.tsx') },
    { path: paths.logout(), lazy: () => import('./Logout.tsx') },
  ],
  signedOut: [
    { path: paths.login(), lazy: () => import('./Login.tsx') },
    { path: paths.oneTimeLogin(), lazy: () => import('./OneTimeLogin.tsx') },
    {
      path: paths.oneTimeLoginVerification(),
      lazy: () => import('./OneTimeLoginVerification.tsx'),
    },
  ],
} satisfies Record<string, RouteObject[]>;
