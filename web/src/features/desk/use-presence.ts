import { useEffect, useState } from 'react';
import { markDeskItemAsOpen, removeDeskItemAsOpen } from '#shared/api/desk-work.ts';
import type { Output } from '#shared/api/operation.ts';
import { call } from '../../api/client.ts';
import type { ItemRef } from './desk-list.ts';

/** How often the server is told that an item is still open, in milliseconds. It forgets it after 75 seconds. */
const MARK_EVERY = 25_000;

export type Presence = Output<typeof markDeskItemAsOpen>['data'][number];

/**
 * Tells colleagues that the member of staff has an item open, as long as the screen is there, and learns who had it open before.
 * Undefined until the server has answered, and for what no longer waits.
 */
export function usePresence(item: ItemRef | undefined): Presence | undefined {
  const [presence, setPresence] = useState<Presence>();
  const { type, id } = item ?? {};
  useEffect(() => {
    if (!type || !id) return;
    let isGone = false;
    const mark = () =>
      void call(markDeskItemAsOpen, { type, id }).then(
        ({ data: [one] }) => !isGone && setPresence(one),
        // Nothing depends on it: who decides first is decided by the server.
        () => undefined,
      );
    const leave = () => void call(removeDeskItemAsOpen, { type, id }).catch(() => undefined);
    mark();
    const timer = setInterval(mark, MARK_EVERY);
    window.addEventListener('pagehide', leave);
    return () => {
      isGone = true;
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      setPresence(undefined);
      leave();
    };
  }, [type, id]);
  return presence;
}
