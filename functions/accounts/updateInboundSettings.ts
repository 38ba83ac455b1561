import { updateInboundSettings } from '#shared/api/inbound-settings.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { saveInboundSettings } from '../storage/accounts/users.ts';

/** Sets the caller's price and commitment. Messages that were already paid keep the price they were paid at. */
export const handler = serve(updateInboundSettings, async (input, { table, caller, now }) => {
  const outcome = await saveInboundSettings(table, caller.userId, input, now);
  if (outcome === 'GONE') throw new Refusal('NOT_FOUND');
  return {};
});
