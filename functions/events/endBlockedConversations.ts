import { subscribers } from '#shared/api/subscribers.ts';
import type { Instant } from '#shared/time.ts';
import { endCommonChats } from '../chat/common-chats.ts';
import { endPendingOnBlock } from '../conversations/end-blocked.ts';
import { withdrawThanksBetween } from '../conversations/withdraw-thanks.ts';
import { payments } from '../gateways/payments.ts';
import { serveSubscriber } from '../serve-work.ts';

/**
 * Ends what was pending between two people, and the groups of both, and takes their thank-yous off each other's profile, when one
 * blocked the other. docs/product/contacts.md#blocking
 */
export const handler = serveSubscriber(
  subscribers.endBlockedConversations,
  async ({ at, detail: { userId: blockedId, byUserId: blockerId } }, work) => {
    await withdrawThanksBetween(work, blockerId, blockedId);
    await endPendingOnBlock(work, { blockerId, blockedId, at: at as Instant });
    await endCommonChats(work, { blockerId, blockedId });
  },
  { gives: { payments } },
);
