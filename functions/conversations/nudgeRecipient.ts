import { nudgeRecipient } from '#shared/api/nudges.ts';
import { utcDeadline } from '#shared/dates.ts';
import { newId } from '#shared/ids.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { isFree } from '#shared/rules/conversations/counters.ts';
import { isNudged, nudge, nudgeFrom } from '#shared/rules/conversations/nudge.ts';
import { refusalOf } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { serve } from '../serve.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import { conversationKey } from '../storage/keys.ts';
import { participantOf, throwIfRefused } from './participant.ts';

/** Reminds the recipient of a pending message for its sender, once (docs/product/conversations.md#nudge). */
export const handler = serve(
  nudgeRecipient,
  async ({ orderId }, { table, caller, now }) => {
    const found = await changeConversation(table, orderId, now, (current) => {
      const { side, status } = participantOf(current, caller.userId, now);
      // A repeated call succeeds, also if the recipient has answered since the first one.
      if (side === 'sender' && isNudged(current.history)) return undefined;
      throwIfRefused(refusalOf(side, 'nudge', status));
      throwIfNotYet(current, now);
      return nudge(current, newId(now), now);
    });
    if (!found) throw new Refusal('NOT_FOUND');
    return {};
  },
  { readAhead: ({ orderId }) => [conversationKey(orderId)] },
);

function throwIfNotYet(conversation: Conversation, now: Instant): void {
  if (isFree(conversation)) throw new Refusal('FORBIDDEN', { message: NOT_FOR_TICKETS });
  const from = nudgeFrom(conversation.deadlineAt);
  if (now < from)
    throw new Refusal('WRONG_STATUS', {
      message: `You can send a reminder starting ${utcDeadline(from)}.`,
      details: { inboxStatus: conversation.status },
    });
}

const NOT_FOR_TICKETS = 'Support looks at every ticket, and needs no reminder.';
