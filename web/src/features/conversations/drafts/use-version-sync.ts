import { useEffect, useSyncExternalStore } from 'react';
import type { Version } from './device-version.ts';
import type { SyncState, VersionSync } from './version-sync.ts';

const always = () => true;

/**
 * The state of a draft on an open page: compares with the server when the page becomes visible, saves when it is hidden.
 * `mayCompare`: whether a draft that the server does not have was not sent from here.
 */
export function useVersionSync<Words, Saved extends Version>(
  keeper: VersionSync<Words, Saved>,
  mayCompare: () => boolean = always,
): SyncState<Words, Saved> {
  const state = useSyncExternalStore(keeper.subscribe, keeper.state);
  useEffect(() => {
    const check = () => {
      if (mayCompare()) void keeper.check();
    };
    check();
    const whenSeen = () => {
      if (document.visibilityState === 'hidden') void keeper.save();
      else check();
    };
    const online = () => void keeper.save();
    document.addEventListener('visibilitychange', whenSeen);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', whenSeen);
      window.removeEventListener('online', online);
      void keeper.save();
    };
  }, [keeper, mayCompare]);
  return state;
}
