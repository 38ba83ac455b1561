import { subscribers } from '#shared/api/subscribers.ts';
import { email } from '../gateways/email.ts';
import { hashKey } from '../gateways/secrets.ts';
import { sendEventEmails } from '../notifications/emails/send-emails.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Sends the emails of a domain event; each person gets one, however often the event is delivered. */
export const handler = serveSubscriber(
  subscribers.emailPeople,
  (event, work) => sendEventEmails(work, event),
  { gives: { hashKey, email } },
);
