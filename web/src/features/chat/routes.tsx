import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The list of chats, a new group chat, an open chat, and the page for a longer chat message. */
export const routes: RouteObject[] = [
  {
    path: paths.chat(),
    lazy: () => import('./pages/home/ChatHome.tsx'),
  },
  {
    path: paths.createGroupChat(),
    lazy: () => import('./pages/home/CreateGroupChat.tsx'),
  },
  {
    path: paths.chatViewer(':chatId'),
    lazy: () => import('./pages/viewer/ChatViewer.tsx'),
  },
  {
    path: paths.chatReply(':chatId'),
    lazy: () => import('./pages/viewer/ChatReply.tsx'),
  },
];
