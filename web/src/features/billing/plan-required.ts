import { isAppAddress } from '../../api/return-address.ts';

/*
 * Users without a plan who open chat are redirected to the plans. The page explains why, and links to the chat once they have a
 * plan.
 */

/** The history state of a link to the plans: the address that the user wanted. */
export const planRequired = (address: string) => ({ planRequired: address });

/** The address that a redirected user wanted; undefined for other visitors of the plans. */
export function requestedAddress(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('planRequired' in state)) return undefined;
  const address = state.planRequired;
  return typeof address === 'string' && isAppAddress(address) ? address : undefined;
}
