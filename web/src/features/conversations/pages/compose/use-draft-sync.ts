import { useEffect, useSyncExternalStore } from 'react';
import { useViewerId } from '../../../../api/viewer.ts';
import { type DraftState, type DraftSync, draftSyncOf } from '../../drafts/draft-sync.ts';

/**
 * The draft keeper of an open page: compares with the server when the page becomes visible, saves when it is hidden.
 */
export function useDraftSync(recipientId: string): readonly [DraftSync, DraftState] {
  const keeper = draftSyncOf(useViewerId(), recipientId);
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
