import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* What a person signs in with. */
export const routes: RouteObject[] = [
  { path: paths.changePassword(), lazy: () => import('./ChangePassword.tsx') },
  { path: paths.changePhoneNumber(), lazy: () => import('./ChangePhoneNumber.tsx') },
];
