import { DAY, type Instant, later, toSeconds } from '../../../shared/time.ts';
import { emailReceiptKey } from '../keys.ts';
import { putNew, remove, type TableWriter } from '../table.ts';

/** Events are repeated for a shorter time than this. */
const RETENTION = 30 * DAY;

/** The recipient of the e-mail to the address that an account had before. */
export const FORMER_ADDRESS = 'former';

/** Claims the e-mail of an event to a person, or to FORMER_ADDRESS. TAKEN: another delivery has claimed it. */
export function claimEmail(
  table: TableWriter,
  eventId: string,
  recipient: string,
  now: Instant,
): Promise<'done' | 'TAKEN'> {
  const expiresAt = toSeconds(later(now, RETENTION));
  return table.write(putNew({ ...emailReceiptKey(eventId, recipient), expiresAt }, 'TAKEN'));
}

/** Releases a claim after a failed send, so that the next delivery of the event tries again. */
export async function releaseEmail(
  table: TableWriter,
  eventId: string,
  recipient: string,
): Promise<void> {
  await table.write(remove(emailReceiptKey(eventId, recipient)));
}
