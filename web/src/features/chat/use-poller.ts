import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { followConnection, isOffline } from '../../api/connection.ts';
import { followLive, isLive } from '../../api/is-live.ts';
import { offerPoll } from '../../api/requested-polls.ts';
import { type Ask, Poller } from './poller.ts';

const isLooking = () => document.visibilityState === 'visible' && !isOffline();

export type PollerOptions = {
  /** The name of this poll for hints that request it. */
  topic: string;
  /** Whether the data to refresh has loaded; polling waits for that. */
  ready: boolean;
  /** Whether the data is old: then the first request is made at once. */
  old: boolean;
};

/**
 * Polls at the intervals of an open chat while the component is mounted and the page visible. While hints arrive, it requests
 * only what they leave out.
 */
export function usePoller(ask: Ask, { topic, ready, old }: PollerOptions) {
  const [stopped, setStopped] = useState(false);
  const poller = useRef<Poller>(undefined);
  const askNow = useEffectEvent((signal: AbortSignal) => ask(signal));
  const wasOld = useEffectEvent(() => old);
  useEffect(() => {
    if (!ready) return;
    const started: Poller = new Poller(
      (signal) => askNow(signal),
      () => setStopped(started.polling.phase === 'stopped'),
    );
    const look = () => started.tell(isLooking() && !isLive() ? 'returned' : 'left');
    const follow = () => (isLive() ? started.pause() : look());
    started.start({ looking: isLooking() && !isLive(), atOnce: wasOld() });
    poller.current = started;
    const withdraw = offerPoll(topic, () => started.request());
    // The next catch-up repeats it if it fails.
    if (isLive() && wasOld()) started.request().catch(() => undefined);
    const unfollow = followLive(follow);
    document.addEventListener('visibilitychange', look);
    const unfollowConnection = followConnection(look);
    return () => {
      started.stop();
      withdraw();
      unfollow();
      poller.current = undefined;
      document.removeEventListener('visibilitychange', look);
      unfollowConnection();
    };
  }, [topic, ready]);
  return {
    /** Whether polling stopped after several errors; `resume` starts it again. */
    stopped,
    resume: () => poller.current?.tell('resume'),
    /** To call when the viewer writes a message: polls sooner, because a reply is likely. */
    wrote: () => poller.current?.tell('wrote'),
  };
}
