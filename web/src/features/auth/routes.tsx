import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';
import { Logout } from './pages/sign-in/Logout.tsx';

/* Signing in and out, registration, and the credentials of an account. */
export const routes = {
  anybody: [
    { path: paths.stopChange(), lazy: () => import('./pages/sign-in/StopChange.tsx') },
    { path: paths.verify(), lazy: () => import('./pages/sign-in/Verify.tsx') },
    // Part of the first chunk: signing out must not depend on the network.
    { path: paths.logout(), Component: Logout },
  ],
  /** Users who are signed in are redirected to the app. */
  signedOut: [
    { path: paths.register(), lazy: () => import('./pages/sign-in/Register.tsx') },
    { path: paths.login(), lazy: () => import('./pages/sign-in/Login.tsx') },
    { path: paths.oneTimeLogin(), lazy: () => import('./pages/sign-in/OneTimeLogin.tsx') },
    {
      path: paths.oneTimeLoginVerification(),
      lazy: () => import('./pages/sign-in/OneTimeLoginVerification.tsx'),
    },
    { path: paths.forgetPassword(), lazy: () => import('./pages/sign-in/ForgetPassword.tsx') },
    {
      path: paths.forgetPasswordVerification(),
      lazy: () => import('./pages/sign-in/ForgetPasswordVerification.tsx'),
    },
    { path: paths.recoverAccount(), lazy: () => import('./pages/sign-in/RecoverAccount.tsx') },
    { path: paths.resetPassword(), lazy: () => import('./pages/sign-in/ResetPassword.tsx') },
  ],
  /** Who a letter is from that was written before having an account. */
  firstLetter: [
    {
      path: paths.firstLetterSender(':userId'),
      lazy: () => import('./pages/first-letter/Sender.tsx'),
    },
  ],
  /** The three steps between a confirmed phone number and the app. */
  registering: [
    { path: paths.license(), lazy: () => import('./pages/registration/License.tsx') },
    {
      path: paths.inboundMessaging(),
      lazy: () => import('./pages/registration/InboundMessaging.tsx'),
    },
    {
      path: paths.registrationFreeCheckout(),
      lazy: () => import('./pages/registration/FreeCheckout.tsx'),
    },
    {
      path: paths.registrationPaidCheckout(),
      lazy: () => import('./pages/registration/PaidCheckout.tsx'),
    },
  ],
  registered: [
    {
      path: paths.devicesAndPasskeys(),
      lazy: () => import('./pages/security/DevicesAndPasskeys.tsx'),
    },
    { path: paths.email(), lazy: () => import('./pages/security/Email.tsx') },
    { path: paths.changePassword(), lazy: () => import('./pages/security/ChangePassword.tsx') },
    {
      path: paths.changePhoneNumber(),
      lazy: () => import('./pages/security/ChangePhoneNumber.tsx'),
    },
  ],
} satisfies Record<string, RouteObject[]>;
