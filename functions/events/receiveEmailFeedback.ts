import * as z from 'zod/mini';
import { systemFunctions } from '../../shared/api/system-functions.ts';
import { serveServiceEvents } from '../serve-work.ts';
import { type Suppression, suppress } from '../storage/notifications/suppressed-emails.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
const feedback = z.union([
  z.object({
    eventType: z.literal('Bounce'),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    complaint: z.object({ complainedRecipients: recipients }),
  }),
]);

/**
 * Sends nothing more to an address from which an email came back for good, or whose owner called one spam. A full mailbox and other
 * passing faults change nothing. Safe to repeat. The log does not contain the address.
 */
export const handler = serveServiceEvents(
  systemFunctions.receiveEmailFeedback,
  async (detail, { table, log, now }) => {
    const { reason, addresses } = suppressionIn(feedback.parse(detail));
    for (const address of addresses) await suppress(table, address, reason, now);
    log.info('email feedback', { reason, addresses: addresses.length });
  },
);

function suppressionIn(event: z.infer<typeof feedback>): {
  readonly reason: Suppression;
  readonly addresses: readonly string[];
} {
  const addressesOf = (all: z.infer<typeof recipients>) => all.map((one) => one.emailAddress);
  if (event.eventType === 'Complaint')
    return { reason: 'COMPLAINT', addresses: addressesOf(event.complaint.complainedRecipients) };
  const { bounceType, bouncedRecipients } = event.bounce;
  const isPermanent = bounceType === 'Permanent';
  return { reason: 'BOUNCE', addresses: isPermanent ? addressesOf(bouncedRecipients) : [] };
}
