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

/** Cuts a text to `max` characters, without splitting emoji. */
function shortened(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
