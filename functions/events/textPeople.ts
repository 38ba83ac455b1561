import { subscribers } from '#shared/api/subscribers.ts';
import { sms } from '../gateways/sms.ts';
import { textUnlessNotified } from '../notifications/text-messages.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Sends the text message of a domain event to a person whom neither a device nor an email tells of it, at most once. */
export const handler = serveSubscriber(
  subscribers.textPeople,
  (event, work) => textUnlessNotified(work, event),
  { gives: { sms } },
);
