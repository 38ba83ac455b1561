import { useEffect, useSyncExternalStore } from 'react';
import {
  type DraftKeeper,
  type DraftState,
  draftKeeperOf,
} from '../../conversation/draft-keeper.ts';
import { useViewerId } from '../../conversation/viewer.ts';

/** The letter to this person while its page is open: read anew when the page comes back, saved when it goes. */
export function useDraftKeeper(recipientId: string): readonly [DraftKeeper, DraftState] {
  const keeper = draftKeeperOf(useViewerId(), recipientId);
  const state = useSyncExternalStore(keeper.subscribe, keeper.state);
  useEffect(() => {
    void keeper.check();
    const whenSeen = () => {
      if (document.visibilityState === 'hidden') void keeper.save();
      else void keeper.check();
    };
    const online = () => void keeper.save();
    document.addEventListener('visibilitychange', whenSeen);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', whenSeen);
      window.removeEventListener('online', online);
      void keeper.save();
    };
  }, [keeper]);
  return [keeper, state];
}
