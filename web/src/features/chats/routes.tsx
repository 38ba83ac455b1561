import type { RouteObject } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* The chats somebody has, and making one of several people. */
export const routes: RouteObject[] = [
  { path: paths.chat(), lazy: () => import('./ChatHome.tsx') },
  { path: paths.createGroupChat(), lazy: () => import('./CreateGroupChat.tsx') },
];
