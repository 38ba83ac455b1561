import type { RouteObject } from 'react-router';
import { queryLoader } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { ticketQueries } from './pages/support-queries.ts';

/* Help tickets. */
export const routes: RouteObject[] = [
  {
    path: paths.helpTicket(),
    loader: queryLoader(ticketQueries),
    lazy: () => import('./pages/HelpTicket.tsx'),
  },
];
