import { closeInbox } from '#shared/api/conversations.ts';
import { close } from '#shared/rules/conversations/state-machine.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { performAction } from './conversation-action.ts';

/** Closes an open conversation for its recipient, without a message; no money moves (docs/product/conversations.md#closing). */
export const handler = serve(
  closeInbox,
  async ({ inboxId }, call) => {
    const { caller, keyed, now } = call;
    await performAction(
      call,
      { conversationId: inboxId, userId: caller.userId, action: 'close', keyed },
      (current) => close(current, now),
    );
    return {};
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)] },
);
