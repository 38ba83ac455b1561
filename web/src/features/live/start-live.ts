import * as z from 'zod/mini';
import { hint as hintSchema, type ReadHint } from '#shared/live.ts';
import { MINUTE } from '#shared/time.ts';
import { accessTokenUntil } from '../../api/client.ts';
import { followConnection, isOffline } from '../../api/connection.ts';
import { setLive } from '../../api/is-live.ts';
import { catchUp } from './catch-up.ts';
import { Link } from './link.ts';
import type { LiveAddress } from './live-socket.ts';
import { Presence } from './presence.ts';
import { SharedLink } from './shared-link.ts';
import { HintedScreens } from './show-hint.ts';

/* Live hints on this page: receives them, shows them, and asks for what they leave out. docs/product/live.md */

/** How often (ms) a visible page asks for what hints may have left out. */
const CATCH_UP_EVERY = MINUTE;

/** Connects this page to the hints of a user. Returns the function that ends that. */
export function startLive(userId: string, address: LiveAddress): () => void {
  let stop: (() => void) | undefined = connect(userId, address);
  // A page with a connection or a lock cannot be kept for the browser's Back button.
  const rest = () => {
    stop?.();
    stop = undefined;
  };
  const resume = ({ persisted }: PageTransitionEvent) => {
    if (persisted) stop ??= connect(userId, address);
  };
  window.addEventListener('pagehide', rest);
  window.addEventListener('pageshow', resume);
  return () => {
    rest();
    window.removeEventListener('pagehide', rest);
    window.removeEventListener('pageshow', resume);
  };
}

const isVisible = () => document.visibilityState === 'visible';

function connect(userId: string, address: LiveAddress): () => void {
  /** Whether something was left for when the page is visible. */
  let isBehind = false;
  const presence = new Presence({
    catchUp: async () => {
      isBehind = !isVisible();
      if (!isBehind) await catchUp();
    },
    setLive,
  });
  const screens = new HintedScreens(userId, () => {
    isBehind = true;
  });
  const link = new SharedLink({
    userId,
    newLink: (on) => new Link({ userId, address, tokenUntil: accessTokenUntil, ...on }),
    onEvent: (text) => {
      const hint = readHint(text);
      if (hint) screens.show(hint);
    },
    onUp: (isUp) => presence.up(isUp),
  });
  const look = () => {
    if (isOffline()) link.offline();
    else if (!isVisible()) link.left();
    else {
      link.looking();
      if (isBehind) void presence.catchUp();
    }
  };
  const minute = setInterval(() => {
    look();
    if (isVisible()) void presence.catchUp();
  }, CATCH_UP_EVERY);
  document.addEventListener('visibilitychange', look);
  const unfollow = followConnection(look);
  look();
  return () => {
    clearInterval(minute);
    document.removeEventListener('visibilitychange', look);
    unfollow();
    link.stop();
    screens.stop();
    presence.stop();
  };
}

/** Reads a hint; undefined for a kind that this page does not know, as after a deployment. */
export function readHint(text: string): ReadHint | undefined {
  try {
    const read = z.safeDecode(hintSchema, JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
