import { lookAtNamedAccount } from '../../payouts/payouts.ts';
import type { Notice } from './notice.ts';

/**
 * The provider paid somebody's bank, or could not: their money stays with the provider, who asks them for another bank
 * account. What that means for the next payouts is in the account.
 */
export const payout: Notice = async ({ account }, desk) => {
  // Without an account it is the platform's own money on its way to its own bank.
  if (account) await lookAtNamedAccount(desk, account);
};
