import { Wifi, WifiOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { followConnection, isOffline } from '../api/connection.ts';

/*
 * Shows that the internet connection is lost, and for five seconds that it is back.
 * docs/product/accounts.md#connection
 */

const BACK_FOR = 5_000;

type Connection = 'fine' | 'gone' | 'back';

export function ConnectionBar() {
  const connection = useConnection();
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  return (
    <div ref={bar} role="status" aria-live="polite" className="connection-bar sticky top-0 z-30">
      {connection === 'gone' && (
        <p className={`${BAR} bg-red text-on-red`}>
          <WifiOff aria-hidden size={18} />
          Oops! No internet connection.
        </p>
      )}
      {connection === 'back' && (
        <p className={`${BAR} bg-earned text-on-red`}>
          <Wifi aria-hidden size={18} />
          Your internet connection is back
        </p>
      )}
    </div>
  );
}

const BAR =
  'appear flex items-center justify-center gap-2 px-5 pt-[max(8px,env(safe-area-inset-top))] pb-2 font-semibold text-[0.9375rem]';

/** Gives CSS the height of the bar, which may have two lines: sticky headers stay below it. */
function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!bar.current) return;
    const element = bar.current;
    const root = document.documentElement;
    const watch = new ResizeObserver(() =>
      root.style.setProperty('--bar-height', `${element.offsetHeight}px`),
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
      root.style.removeProperty('--bar-height');
    };
  }, [bar]);
}

function useConnection(): Connection {
  const [connection, setConnection] = useState<Connection>('fine');
  useEffect(() => {
    const look = () =>
      setConnection((before) => (isOffline() ? 'gone' : before === 'gone' ? 'back' : before));
    look();
    return followConnection(look);
  }, []);
  useEffect(() => {
    if (connection !== 'back') return;
    const hide = setTimeout(() => setConnection('fine'), BACK_FOR);
    return () => clearTimeout(hide);
  }, [connection]);
  return connection;
}
