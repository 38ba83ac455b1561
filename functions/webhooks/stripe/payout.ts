import { refreshAccountById } from '../../payouts/payouts.ts';
import type { WebhookHandler } from './webhook-handler.ts';

/**
 * Handles a payout from a connected account to its bank. If it failed, the money stays at Stripe, which asks the person for
 * another bank account; the status of the account then decides about the next payouts.
 */
export const payout: WebhookHandler = async ({ account }, context) => {
  // Without an account it is a payout of the platform's own balance to its own bank.
  if (account) await refreshAccountById(context, account);
};
