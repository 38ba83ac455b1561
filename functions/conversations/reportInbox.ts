import { reportInbox } from '#shared/api/inbox-reports.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { withDangerCase } from './danger-report.ts';
import { endConversation } from './end-conversation.ts';

/** Reports a pending message; the reason decides where the money goes (docs/product/conversations.md#reporting). */
export const handler = serve(
  reportInbox,
  async ({ inboxId, ...why }, call) => {
    const { caller, keyed } = call;
    await endConversation(
      call,
      inboxId,
      caller.userId,
      { how: 'report', ...why },
      keyed,
      (change) => withDangerCase(call, why, change),
    );
    return {};
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)], gives: { payments } },
);
