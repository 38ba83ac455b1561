import { subscribers } from '#shared/api/subscribers.ts';
import { withdrawAllOf, withdrawBetween } from '../public-answers/withdrawals.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Withdraws for good what a block or a deletion has hidden already. docs/product/public-answers.md#withdrawing */
export const handler = serveSubscriber(subscribers.withdrawPublicAnswers, async (event, work) => {
  if (event.type !== 'contact.blocked') return withdrawAllOf(work, event.detail.userId);
  const { userId, byUserId } = event.detail;
  await withdrawBetween(work, userId, byUserId);
});
