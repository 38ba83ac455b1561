import type { Page } from 'playwright-core';

/* Live hints on a phone: the WebSocket, and what the page requests besides. */

const LIVE = '**/event/realtime';

/** Lets no WebSocket of this page connect, as some proxies do: its screens poll. */
export const blockLive = (page: Page): Promise<void> =>
  page.routeWebSocket(LIVE, (socket) => socket.close());

/** Records the WebSockets of a page. Call before it is opened. */
export function watchLive(page: Page) {
  let opened = 0;
  let closed = 0;
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/event/realtime')) return;
    let isSubscribed = false;
    socket.on('framereceived', ({ payload }) => {
      if (isSubscribed || !String(payload).includes('subscribe_success')) return;
      isSubscribed = true;
      opened += 1;
    });
    socket.on('close', () => {
      if (isSubscribed) closed += 1;
    });
  });
  return {
    /** The number of connections that were subscribed to a channel. */
    opened: () => opened,
    /** The number of these that have ended. */
    closed: () => closed,
  };
}

/** Counts the requests of a page to an operation from now on. */
export function countRequests(page: Page, ...operations: readonly string[]) {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (operations.includes(name)) asked.push(name);
  });
  return asked;
}
