import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { paths } from '../../paths.ts';
import { ticketQueries } from './help-queries.ts';

/* Asking the product itself. */
export const routes: RouteObject[] = [
  {
    path: paths.helpTicket(),
    loader: starting(ticketQueries),
    lazy: () => import('./HelpTicket.tsx'),
  },
];
