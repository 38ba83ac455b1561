import { subscribers } from '#shared/api/subscribers.ts';
import { live } from '../gateways/live.ts';
import { hashKey } from '../gateways/secrets.ts';
import { publishEventHints } from '../live/event-hints.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Publishes the live hints of a domain event to the open screens of the people concerned. */
export const handler = serveSubscriber(
  subscribers.publishHints,
  (event, work) => publishEventHints(work, event),
  { gives: { live, hashKey } },
);
