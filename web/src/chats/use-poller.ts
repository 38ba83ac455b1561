import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Ask, Poller } from './poller.ts';

const isLooking = () => document.visibilityState === 'visible' && navigator.onLine;

export type PollerOptions = {
  /** What is to be kept fresh is here; until then there is nothing to ask after. */
  ready: boolean;
  /** It was read some time ago: the first question is asked at once. */
  old: boolean;
};

/** Asks in the rhythm of an open chat, while this part of the screen is there and the page is looked at. */
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
    /** It was given up after several errors; `resume` begins again. */
    stopped,
    resume: () => poller.current?.tell('resume'),
    /** The viewer wrote something: answers are likely. */
    wrote: () => poller.current?.tell('wrote'),
  };
}
