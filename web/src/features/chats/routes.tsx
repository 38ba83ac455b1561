import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { beforeMembers } from '../../gates.ts';
import { paths } from '../../paths.ts';
import { chatHomeQueries, groupQueries } from './chats-queries.ts';

/* The chats somebody has, and making one of several people. */
export const routes: RouteObject[] = [
  {
    path: paths.chat(),
    loader: starting(chatHomeQueries, beforeMembers),
    lazy: () => import('./ChatHome.tsx'),
  },
  {
    path: paths.createGroupChat(),
    loader: starting(groupQueries, beforeMembers),
    lazy: () => import('./CreateGroupChat.tsx'),
  },
];
