import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';
import { Logout } from './Logout.tsx';

/* Getting in and out. `signedOut` screens send whoever is signed in already on to the app. */
export const routes = {
  anybody: [
    { path: paths.verify(), lazy: () => import('./Verify.tsx') },
    // Always at hand: signing out may not depend on the network.
    { path: paths.logout(), Component: Logout },
  ],
  signedOut: [
    // An account that is signed in, confirmed or not, goes on with itself.
    { path: paths.register(), lazy: () => import('./Register.tsx') },
    { path: paths.login(), lazy: () => import('./Login.tsx') },
    { path: paths.oneTimeLogin(), lazy: () => import('./OneTimeLogin.tsx') },
    {
      path: paths.oneTimeLoginVerification(),
      lazy: () => import('./OneTimeLoginVerification.tsx'),
    },
    { path: paths.forgetPassword(), lazy: () => import('./ForgetPassword.tsx') },
    {
      path: paths.forgetPasswordVerification(),
      lazy: () => import('./ForgetPasswordVerification.tsx'),
    },
    { path: paths.resetPassword(), lazy: () => import('./ResetPassword.tsx') },
  ],
} satisfies Record<string, RouteObject[]>;
