import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* Decisions about an account. `anybody`: an account that is blocked cannot sign in. */
export const routes = {
  anybody: [{ path: paths.appeal(), lazy: () => import('./pages/Appeal.tsx') }],
  registered: [
    { path: paths.decisions(), lazy: () => import('./pages/Decisions.tsx') },
    { path: paths.decision(':statementId'), lazy: () => import('./pages/Decision.tsx') },
    {
      path: paths.decisionAppeal(':statementId'),
      lazy: () => import('./pages/DecisionAppeal.tsx'),
    },
  ],
} satisfies Record<string, RouteObject[]>;
