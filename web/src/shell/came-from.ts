import { useLocation } from 'react-router';
import { isOwnAddress } from '../api/wanted.ts';

/* A screen that several others lead to, such as the help ticket, leads back to the one it was opened from. */

/** What a link to such a screen brings along as its state. */
export const cameFrom = (address: string) => ({ cameFrom: address });

/** The address this screen was opened from, else `otherwise`. */
export function useCameFrom(otherwise: string): string {
  return addressIn(useLocation().state) ?? otherwise;
}

/** The address in a location's state; undefined for anything that is not one of this app. */
export function addressIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('cameFrom' in state)) return undefined;
  const address = state.cameFrom;
  return typeof address === 'string' && isOwnAddress(address) ? address : undefined;
}
