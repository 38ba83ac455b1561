import { subscribers } from '../../shared/api/subscribers.ts';
import type { DomainEvent } from '../../shared/domain-events.ts';
import { isChargedByReport } from '../../shared/rules/conversations/counters.ts';
import {
  type TEXTED_EVENTS,
  textMessageOf,
} from '../../shared/rules/notifications/notifications.ts';
import { readReachability } from '../notifications/reachability.ts';
import { serveSubscriber } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { claimText, releaseText } from '../storage/notifications/sent-texts.ts';
import type { TableReader } from '../storage/table.ts';

type TextedEvent = DomainEvent<(typeof TEXTED_EVENTS)[number]>;

/**
 * Sends the text message of a domain event to a person who gets no push notifications. Delivery is at most once, because a
 * message costs money: it is claimed before it is sent, and released if it could not be handed over. After a crash between
 * the two it is not sent; the home screen shows the same.
 */
export const handler = serveSubscriber(
  subscribers.textPeople,
  async (event, { table, sms, now }) => {
    const userId = await recipientOf(table, event, now);
    if (userId === undefined) return;
    const { user, reached } = await readReachability(table, userId, now);
    if (!user?.phoneNumber || !user.verified || user.blockedAt !== undefined || reached) return;
    if ((await claimText(table, event.id, userId, now)) === 'TAKEN') return;
    try {
      await sms.send(user.phoneNumber, textMessageOf(event, settings().origin));
    } catch (fault) {
      await releaseText(table, event.id, userId);
      throw fault;
    }
  },
);

/** Returns the recipient of the text; undefined for a report that refunds the payment or of a free message. */
async function recipientOf(
  table: TableReader,
  event: TextedEvent,
  now: Parameters<typeof conversationById>[2],
): Promise<string | undefined> {
  if (event.type !== 'conversation.reported') return event.detail.userId;
  const conversation = await conversationById(table, event.detail.conversationId, now);
  return conversation && isChargedByReport(conversation) ? conversation.sender.id : undefined;
}
