import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/** The desk, for staff. docs/product/desk.md */
export const routes: RouteObject[] = [
  { path: paths.desk(), lazy: () => import('./pages/DeskHome.tsx') },
  { path: paths.deskQueue(':queue'), lazy: () => import('./pages/DeskQueue.tsx') },
  { path: paths.deskCase(':caseId'), lazy: () => import('./pages/DeskCase.tsx') },
  { path: paths.deskPerson(':person'), lazy: () => import('./pages/DeskPerson.tsx') },
  {
    path: paths.deskConversation(':conversationId'),
    lazy: () => import('./pages/DeskConversation.tsx'),
  },
];
