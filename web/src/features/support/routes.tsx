import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* Help tickets. */
export const routes: RouteObject[] = [
  {
    path: paths.helpTicket(),
    lazy: () => import('./pages/HelpTicket.tsx'),
  },
];
