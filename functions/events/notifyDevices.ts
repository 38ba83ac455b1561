import { subscribers } from '../../shared/api/subscribers.ts';
import { newsOf, tellAll } from '../notifications/push-notifications.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Sends the push notifications of a domain event; each device gets one, however often the event is delivered. */
export const handler = serveSubscriber(subscribers.notifyDevices, async (fact, work) => {
  await tellAll(work, fact.id, await newsOf(work.table, fact, work.now));
});
