import { createPayoutSetupLink } from '../../shared/api/payouts.ts';
import { returnOrigin } from '../../shared/rules/return-address.ts';
import { setupLink } from '../flows/payout-account.ts';
import { serve } from '../serve.ts';

/** The way to the provider's page, where the caller says who they are and where their money goes. */
export const handler = serve(createPayoutSetupLink, async (_input, call) => {
  const origin = returnOrigin(call.settings.origin, call.pageOrigin);
  return { url: await setupLink(call, call.caller.userId, origin) };
});
