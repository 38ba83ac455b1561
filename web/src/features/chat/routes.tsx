import type { RouteObject } from 'react-router';
import { paths } from '../../paths.ts';

/* The list of chats, a new group chat, an open chat, the page for a longer chat message, and the pages of a group. */
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
  {
    path: paths.chatGroup(':chatId'),
    lazy: () => import('./pages/group/GroupInfo.tsx'),
  },
  {
    path: paths.addChatMembers(':chatId'),
    lazy: () => import('./pages/group/AddPeople.tsx'),
  },
  {
    path: paths.renameChat(':chatId'),
    lazy: () => import('./pages/group/RenameGroup.tsx'),
  },
  {
    path: paths.chatPhoto(':chatId'),
    lazy: () => import('./pages/group/GroupPhoto.tsx'),
  },
];

/** The list of chats that stays beside an open chat on a wide screen. */
export const chatPane = () => import('./pages/home/ChatPane.tsx');
