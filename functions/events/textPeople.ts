import { subscribers } from '../../shared/api/subscribers.ts';
import type { Fact } from '../../shared/domain-events.ts';
import { isChargedByReport } from '../../shared/rules/conversations/counters.ts';
import { type TEXTED_FACTS, textOf } from '../../shared/rules/notifications/notifications.ts';
import { reachOf } from '../notifications/reachability.ts';
import { serveSubscriber } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { claimText, releaseText } from '../storage/notifications/sent-texts.ts';
import type { TableReader } from '../storage/table.ts';

type TextedFact = Fact<(typeof TEXTED_FACTS)[number]>;

/**
 * Sends the text message of a domain event to a person who gets no push notifications. Delivery is at most once, because a
 * message costs money: it is claimed before it is sent, and released if it could not be handed over. After a crash between
 * the two it is not sent; the home screen shows the same.
 */
export const handler = serveSubscriber(
  subscribers.textPeople,
  async (fact, { table, sms, now }) => {
    const userId = await whoseNews(table, fact, now);
    if (userId === undefined) return;
    const { user, reached } = await reachOf(table, userId, now);
    if (!user?.phoneNumber || !user.verified || user.blockedAt !== undefined || reached) return;
    if ((await claimText(table, fact.id, userId, now)) === 'TAKEN') return;
    try {
      await sms.send(user.phoneNumber, textOf(fact, settings().origin));
    } catch (fault) {
      await releaseText(table, fact.id, userId);
      throw fault;
    }
  },
);

/** Returns the recipient of the text; undefined for a report that refunds the payment or of a free message. */
async function whoseNews(
  table: TableReader,
  fact: TextedFact,
  now: Parameters<typeof conversationById>[2],
): Promise<string | undefined> {
  if (fact.type !== 'conversation.reported') return fact.detail.userId;
  const conversation = await conversationById(table, fact.detail.conversationId, now);
  return conversation && isChargedByReport(conversation) ? conversation.sender.id : undefined;
}
