import type { DomainEvent } from '#shared/domain-events.ts';
import type { NotifiedEventType } from '#shared/rules/notifications/event-settings.ts';
import { isTexted } from '#shared/rules/notifications/text-messages.ts';
import { isNotified } from '../storage/notifications/devices.ts';
import { type EmailContext, emailWithoutDevice } from './emails/send-emails.ts';
import { notificationsOf } from './push-notifications.ts';
import { type TextContext, textWithoutDevice } from './text-messages.ts';

/*
 * The next channel of an event that no device of a person took: email, else a text message. Both have a receipt for each event and
 * person, so repeating this sends nothing twice, and a crash between the two loses nothing: the caller repeats it.
 */

/** Sends an event by email, else by text message, to a person none of whose devices was notified of it. */
export async function sendUndelivered(
  context: EmailContext & TextContext,
  event: DomainEvent<NotifiedEventType>,
  userId: string,
): Promise<void> {
  const { table, now } = context;
  if (await isNotified(table, event.id, userId)) return;
  await emailWithoutDevice(context, event, userId);
  if (!isTexted(event)) return;
  const notifications = await notificationsOf(table, event, now);
  const theirs = notifications.find((one) => one.userId === userId);
  if (theirs) await textWithoutDevice(context, event, theirs);
}
