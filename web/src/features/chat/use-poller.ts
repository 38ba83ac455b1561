import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Ask, Poller } from './poller.ts';

const isLooking = () => document.visibilityState === 'visible' && navigator.onLine;

export type PollerOptions = {
  /** Whether the data to refresh has loaded; polling waits for that. */
  ready: boolean;
  /** Whether the data is old: then the first request is made at once. */
  old: boolean;
};

/** Polls at the intervals of an open chat while the component is mounted and the page visible. */
export function usePoller(ask: Ask, { ready, old }: PollerOptions) {
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
    const look = () => started.tell(isLooking() ? 'returned' : 'left');
    started.start({ looking: isLooking(), atOnce: wasOld() });
    poller.current = started;
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      started.stop();
      poller.current = undefined;
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, [ready]);
  return {
    /** Whether polling stopped after several errors; `resume` starts it again. */
    stopped,
    resume: () => poller.current?.tell('resume'),
    /** To call when the viewer writes a message, since an answer is likely. */
    wrote: () => poller.current?.tell('wrote'),
  };
}
