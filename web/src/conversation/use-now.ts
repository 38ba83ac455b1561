import { useEffect, useState } from 'react';
import { type Instant, MINUTE } from '../../../shared/time.ts';
import { serverNow } from '../api/clock.ts';

/** The server's time for words such as `11 hours left`; moves on every minute while the page is shown. */
export function useNow(): Instant {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = setInterval(() => setNow(serverNow()), MINUTE);
    return () => clearInterval(tick);
  }, []);
  return now;
}
