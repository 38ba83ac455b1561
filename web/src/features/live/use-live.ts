import { useEffect } from 'react';
import { whenIdle } from '../../shell/idle.ts';
import { STAGE } from '../../stage.ts';

/**
 * Connects this page to the live hints of a user, when the first screen is painted. `userId` is undefined until the server
 * has confirmed who is signed in. Without the code of live hints, or on a stage without them, the screens poll.
 */
export function useLive(userId: string | undefined): void {
  useEffect(() => {
    const { live } = STAGE;
    if (userId === undefined || !live) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    whenIdle()
      .then(() => import('./start-live.ts'))
      .then(
        ({ startLive }) => {
          if (!isOver) stop = startLive(userId, live);
        },
        () => undefined,
      );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [userId]);
}
