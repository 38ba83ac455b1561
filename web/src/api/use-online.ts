import { useSyncExternalStore } from 'react';
import { followConnection, isOffline } from './connection.ts';

/** Whether the device is online, as far as it is known. */
export function useOnline(): boolean {
  return useSyncExternalStore(followConnection, () => !isOffline());
}
