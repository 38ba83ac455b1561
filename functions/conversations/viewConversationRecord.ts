import { viewConversationRecord } from '#shared/api/records.ts';
import { Refusal } from '#shared/refusals.ts';
import { isFree } from '#shared/rules/conversations/counters.ts';
import { recordOf } from '#shared/rules/conversations/record.ts';
import { serve } from '../serve.ts';
import { sha256 } from '../sha256.ts';
import { allMessagesSeenBy } from '../storage/conversations/messages.ts';
import { entriesOfConversation } from '../storage/ledger/reconciliation.ts';
import { conversationFor, withCurrentProfiles } from './conversation-views.ts';

/** The record of a paid conversation for either of its sides; NOT_FOUND for everybody else, FORBIDDEN for help tickets. */
export const handler = serve(
  viewConversationRecord,
  async ({ conversationId }, { table, caller, now }) => {
    const { conversation, side } = await conversationFor(table, conversationId, caller.userId, now);
    if (isFree(conversation)) throw new Refusal('FORBIDDEN');
    const [current, messages, entries] = await Promise.all([
      withCurrentProfiles(table, conversation, now),
      allMessagesSeenBy(table, conversationId, conversation[side]),
      entriesOfConversation(table, conversation),
    ]);
    return { data: [recordOf(side, { conversation: current, messages, entries }, sha256)] };
  },
);
