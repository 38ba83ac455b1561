import type { RouteObject } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* Asking the product itself. */
export const routes: RouteObject[] = [
  { path: paths.helpTicket(), lazy: () => import('./HelpTicket.tsx') },
];
