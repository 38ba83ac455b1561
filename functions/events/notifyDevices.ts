import { subscribers } from '../../shared/api/subscribers.ts';
import { newsOf, tellAll } from '../notifications/push-notifications.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Tells people on their devices of what happened to them; each device once, however often it is delivered. */
export const handler = serveSubscriber(subscribers.notifyDevices, async (fact, work) => {
  await tellAll(work, fact.id, await newsOf(work.table, fact, work.now));
});
