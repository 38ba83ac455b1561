import { type RouteObject, redirect } from 'react-router-dom';
import { paths } from '../../paths.ts';

/* Addresses that are the app's own and have no screen: whoever follows an old or a foreign link gets home. */
const WITHOUT_SCREEN = ['/chat-viewer/:chatId', '/chat-reply/:chatId'];

export const elsewhere: RouteObject[] = WITHOUT_SCREEN.map((path) => ({
  path,
  loader: () => redirect(paths.dashboard()),
}));
