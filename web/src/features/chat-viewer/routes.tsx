import type { RouteObject } from 'react-router-dom';

/* A chat, and the page where a longer message is written. */
export const routes: RouteObject[] = [
  {
    path: '/chat-viewer/:chatId',
    lazy: async () => ({ Component: (await import('./ChatViewer.tsx')).ChatViewer }),
  },
  {
    path: '/chat-reply/:chatId',
    lazy: async () => ({ Component: (await import('./ChatReply.tsx')).ChatReply }),
  },
];
