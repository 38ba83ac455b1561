import { useEffect, useState } from 'react';
import { type Instant, MINUTE } from '#shared/time.ts';
import { serverNow } from './clock.ts';

/** The server's time for texts such as `11 hours left`; updates every minute. */
export function useNow(): Instant {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = setInterval(() => setNow(serverNow()), MINUTE);
    return () => clearInterval(tick);
  }, []);
  return now;
}
