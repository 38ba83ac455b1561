import { shortened } from '../text.ts';
import type { Notification, NotificationContent } from './notification.ts';

/** The payload of a push message. `id`: the id of the event, by which a device recognizes a repetition. */
export type PushPayload = NotificationContent & {
  readonly id: string;
  readonly url: string;
  readonly tag: string;
};

const TITLE_MAX = 100;
const BODY_MAX = 160;

export function payloadOf(
  eventId: string,
  { title, body, open, path, tag }: Notification,
  showText: boolean,
): PushPayload {
  const words = showText ? open : { title, body };
  return {
    id: eventId,
    title: shortened(words.title, TITLE_MAX),
    body: shortened(words.body, BODY_MAX),
    url: path,
    tag,
  };
}
