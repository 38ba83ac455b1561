import type { RouteObject } from 'react-router';
import { queryLoader } from '../../api/screen-loader.ts';
import { membersGate } from '../../gates.ts';
import { paths } from '../../paths.ts';
import { chatHomeQueries, groupQueries } from './pages/home/chats-queries.ts';
import { chatReplyQueries, chatViewerQueries } from './pages/viewer/chat-queries.ts';

/* The list of chats, a new group chat, an open chat, and the page for a longer chat message. */
export const routes: RouteObject[] = [
  {
    path: paths.chat(),
    loader: queryLoader(chatHomeQueries, membersGate),
    lazy: () => import('./pages/home/ChatHome.tsx'),
  },
  {
    path: paths.createGroupChat(),
    loader: queryLoader(groupQueries, membersGate),
    lazy: () => import('./pages/home/CreateGroupChat.tsx'),
  },
  {
    path: paths.chatViewer(':chatId'),
    loader: queryLoader(chatViewerQueries, membersGate),
    lazy: () => import('./pages/viewer/ChatViewer.tsx'),
  },
  {
    path: paths.chatReply(':chatId'),
    loader: queryLoader(chatReplyQueries, membersGate),
    lazy: () => import('./pages/viewer/ChatReply.tsx'),
  },
];
