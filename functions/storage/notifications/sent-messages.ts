import type { DomainEvent } from '#shared/domain-events.ts';
import type { NotifiedEventType } from '#shared/rules/notifications/event-settings.ts';
import { DAY, type Instant, later, toSeconds } from '#shared/time.ts';
import { emailReceiptKey, type Key } from '../keys.ts';
import { putNew, remove, type TableReader, type TableWriter } from '../table.ts';

/*
 * The receipts of text messages and emails about events: a delivery claims a message by writing its receipt, and sends it only
 * then. The keys of receipts are `textReceiptKey` and `emailReceiptKey`.
 */

/** Events are repeated for a shorter time than this. */
const RETENTION = 30 * DAY;

/** The event in a receipt: another channel tells it if the message comes back. */
type Kept = { readonly event: DomainEvent<NotifiedEventType> };

/** Claims a message. TAKEN: another delivery has claimed it. */
export function claimSend(
  table: TableWriter,
  receipt: Key,
  now: Instant,
  kept?: Kept | undefined,
): Promise<'done' | 'TAKEN'> {
  const expiresAt = toSeconds(later(now, RETENTION));
  return table.write(putNew({ ...receipt, ...kept, at: now, expiresAt }, 'TAKEN'));
}

/** The event of an email that was sent to a person; undefined if the email has no other channel, or its receipt has expired. */
export const sentEventOf = async (
  table: TableReader,
  eventId: string,
  userId: string,
): Promise<Kept['event'] | undefined> =>
  (await table.get<Partial<Kept>>(emailReceiptKey(eventId, userId)))?.event;

/** Releases a claim after a failed send, so that the next delivery of the event tries again. */
export async function releaseSend(table: TableWriter, receipt: Key): Promise<void> {
  await table.write(remove(receipt));
}

/** When a message was sent; undefined if it was not, or its receipt has expired. */
export const sentAt = async (table: TableReader, receipt: Key): Promise<Instant | undefined> =>
  (await table.get<{ readonly at?: Instant }>(receipt))?.at;

/** Whether a message was sent, or is being sent by another delivery. */
export const isSent = async (table: TableReader, receipt: Key): Promise<boolean> =>
  (await table.get(receipt)) !== undefined;
