import * as z from 'zod/mini';
import { systemFunctions } from '#shared/api/system-functions.ts';
import type { Instant } from '#shared/time.ts';
import { serveServiceEvents } from '../serve-work.ts';
import { postponeUndelivered } from '../storage/notifications/postponed.ts';
import { sentEventOf } from '../storage/notifications/sent-messages.ts';
import { type Suppression, suppress } from '../storage/notifications/suppressed-emails.ts';
import type { TableWriter } from '../storage/table.ts';

/** The tags of functions/gateways/email.ts. */
const tags = z.object({
  eventId: z.optional(z.array(z.string())),
  userId: z.optional(z.array(z.string())),
});
const mail = z.optional(z.object({ tags: z.optional(tags) }));

const recipients = z.array(z.object({ emailAddress: z.string() }));

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
const feedback = z.union([
  z.object({
    eventType: z.literal('Bounce'),
    mail,
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    complaint: z.object({ complainedRecipients: recipients }),
  }),
]);

/**
 * Sends nothing more to an address from which an email came back for good, or whose owner called one spam. A full mailbox and other
 * passing faults change nothing. What an email that came back was about comes by text message instead: it is postponed until now,
 * once for each event. Safe to repeat. The log does not contain the address.
 */
export const handler = serveServiceEvents(
  systemFunctions.receiveEmailFeedback,
  async (detail, { table, log, now }) => {
    const event = feedback.parse(detail);
    const { reason, addresses } = suppressionIn(event);
    for (const address of addresses) await suppress(table, address, reason, now);
    if (event.eventType === 'Bounce' && addresses.length > 0)
      await tellOtherwise(table, event, now);
    log.info('email feedback', { reason, addresses: addresses.length });
  },
);

/** Postpones the event of an email that came back until now, for the next channel. */
async function tellOtherwise(
  table: TableWriter,
  { mail }: Extract<z.infer<typeof feedback>, { eventType: 'Bounce' }>,
  now: Instant,
): Promise<void> {
  const [eventId, userId] = [mail?.tags?.eventId?.[0], mail?.tags?.userId?.[0]];
  if (eventId === undefined || userId === undefined) return;
  const event = await sentEventOf(table, eventId, userId);
  if (event) await postponeUndelivered(table, userId, event, now);
}

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
