import { DAY, type Instant, later, toSeconds } from '#shared/time.ts';
import { webhookEventKey } from './keys.ts';
import { put, type TableReader, type TableWriter } from './table.ts';

/** How long an applied event is remembered. Stripe retries an event for three days. */
const RETENTION = 30 * DAY;

/** Whether a webhook event was applied before. */
export async function wasApplied(table: TableReader, eventId: string): Promise<boolean> {
  return (await table.get(webhookEventKey(eventId))) !== undefined;
}

/** Records an event as applied. It is written last, so Stripe repeats an interrupted event; handlers may run twice. */
export async function recordApplied(
  table: TableWriter,
  event: { readonly id: string; readonly type: string },
  now: Instant,
): Promise<void> {
  const expiresAt = toSeconds(later(now, RETENTION));
  await table.write(put({ ...webhookEventKey(event.id), type: event.type, at: now, expiresAt }));
}
