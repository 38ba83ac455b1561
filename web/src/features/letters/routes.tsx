import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The public page that checks a letter. */
export const routes: RouteObject[] = [
  { path: paths.checkLetter(':verificationId'), lazy: () => import('./pages/CheckLetter.tsx') },
];
