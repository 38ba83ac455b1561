import { subscribers } from '#shared/api/subscribers.ts';
import { push } from '../gateways/push.ts';
import { notificationsOf, sendNotifications } from '../notifications/push-notifications.ts';
import { serveSubscriber } from '../serve-work.ts';
import { deviceStore } from '../storage/notifications/devices.ts';

/** Sends the push notifications of a domain event; each device gets one, however often the event is delivered. */
export const handler = serveSubscriber(
  subscribers.notifyDevices,
  async (event, work) => {
    await sendNotifications(work, event, await notificationsOf(work.table, event, work.now));
  },
  { gives: { devices: deviceStore, push } },
);
