import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The page of a public answer, and what the two people of a letter decide about it. */
export const routes = {
  anybody: [
    {
      path: paths.publicAnswer(':username'),
      lazy: () => import('./pages/PublicAnswer.tsx'),
    },
  ],
  registered: [
    { path: paths.publicCopy(':conversationId'), lazy: () => import('./pages/PublicCopy.tsx') },
    { path: paths.ownPublicAnswers(), lazy: () => import('./pages/OwnPublicAnswers.tsx') },
  ],
} satisfies Record<string, RouteObject[]>;
