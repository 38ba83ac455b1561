import { isOwnAddress } from '../api/wanted.ts';

/* Somebody without a plan who wants to chat is led to the plans. These say why, and lead on once there is one. */

/** What a link to the plans brings along as its state: where its follower was going. */
export const needsPlan = (address: string) => ({ needsPlan: address });

/** Where somebody was going who was led to the plans; undefined for whoever came by themselves. */
export function wantedWithPlan(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('needsPlan' in state)) return undefined;
  const address = state.needsPlan;
  return typeof address === 'string' && isOwnAddress(address) ? address : undefined;
}
