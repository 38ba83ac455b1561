import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { Refusal } from '#shared/refusals.ts';
import { pauseView } from '#shared/rules/conversations/availability.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';

/** Returns the price that the caller charges senders, and the caller's commitment. */
export const handler = serve(viewInboundSettings, async (_input, { table, caller, now }) => {
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('NOT_FOUND');
  const {
    id: userId,
    paidResponsePrice,
    paidResponseCommitment,
    tiers,
    prompts,
    waitingMax,
  } = user;
  const settings = {
    userId,
    paidResponsePrice,
    paidResponseCommitment,
    ...(tiers && { tiers: [...tiers] }),
    ...(prompts && { prompts: [...prompts] }),
    ...(waitingMax !== undefined && { waitingMax }),
    ...pauseView(user, now),
  };
  return { data: [settings] };
});
