import { createPayoutSetupLink } from '../../shared/api/payouts.ts';
import { setupLink } from '../flows/payout-account.ts';
import { serve } from '../serve.ts';

/** The way to the provider's page, where the caller says who they are and where their money goes. */
export const handler = serve(createPayoutSetupLink, async (_input, call) => ({
  url: await setupLink(call, call.caller.userId, call.settings.origin),
}));
