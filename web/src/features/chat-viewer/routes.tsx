import type { RouteObject } from 'react-router';
import { starting } from '../../api/screen-loader.ts';
import { beforeMembers } from '../../gates.ts';
import { chatReplyQueries, chatViewerQueries } from './chat-queries.ts';

/* A chat, and the page where a longer message is written. */
export const routes: RouteObject[] = [
  {
    path: '/chat-viewer/:chatId',
    loader: starting(chatViewerQueries, beforeMembers),
    lazy: async () => ({ Component: (await import('./ChatViewer.tsx')).ChatViewer }),
  },
  {
    path: '/chat-reply/:chatId',
    loader: starting(chatReplyQueries, beforeMembers),
    lazy: async () => ({ Component: (await import('./ChatReply.tsx')).ChatReply }),
  },
];
