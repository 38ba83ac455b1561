import { subscribers } from '../../shared/api/subscribers.ts';
import type { Instant } from '../../shared/time.ts';
import { endPendingOnBlock } from '../conversations/end-blocked.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Ends what was pending between two people when one blocked the other. docs/product/contacts.md#blocking */
export const handler = serveSubscriber(
  subscribers.endBlockedConversations,
  ({ at, detail: { userId: blockedId, byUserId: blockerId } }, work) =>
    endPendingOnBlock(work, { blockerId, blockedId, at: at as Instant }),
);
