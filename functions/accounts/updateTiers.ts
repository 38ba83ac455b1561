import { updateTiers } from '#shared/api/offers.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { saveTiers } from '../storage/accounts/users.ts';

/** Replaces the caller's tiers. Orders that are paid already stay as they were bought. */
export const handler = serve(updateTiers, async ({ tiers }, { table, caller, now }) => {
  if ((await saveTiers(table, caller.userId, tiers, now)) === 'GONE')
    throw new Refusal('NOT_FOUND');
  return {};
});
