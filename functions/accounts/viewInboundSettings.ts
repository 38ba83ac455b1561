import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { Refusal } from '#shared/refusals.ts';
import { attachmentSettingsOf } from '#shared/rules/attachments/attachments.ts';
import { pauseView } from '#shared/rules/conversations/availability.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';

/** Returns the price that the caller charges senders, the caller's commitment, and what people may send. */
export const handler = serve(viewInboundSettings, async (_input, call) => {
  const { table, caller, now } = call;
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
    ...(call.settings.attachments && attachmentSettingsOf(user.attachmentSettings)),
  };
  return { data: [settings] };
});
