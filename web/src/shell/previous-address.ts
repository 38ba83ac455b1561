import { useLocation } from 'react-router';
import { isAppAddress } from '../api/return-address.ts';

/* Screens with several entrances, such as the help ticket, lead back to the screen that opened them. */

/** The history state of a link to such a screen. */
export const fromAddress = (address: string) => ({ fromAddress: address });

/** The address that this screen was opened from, or `otherwise`. */
export function usePreviousAddress(otherwise: string): string {
  return addressIn(useLocation().state) ?? otherwise;
}

/** The address in a history state; undefined if it is not an address of this app. */
export function addressIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('fromAddress' in state)) return undefined;
  const address = state.fromAddress;
  return typeof address === 'string' && isAppAddress(address) ? address : undefined;
}
