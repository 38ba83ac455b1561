import { DAY, MINUTE } from '../../../shared/time.ts';

/** So long is an Idempotency-Key known, with a minute to spare. */
export const KEY_LIFETIME = 30 * DAY - MINUTE;
