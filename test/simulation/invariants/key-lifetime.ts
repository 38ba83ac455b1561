import { DAY, MINUTE } from '../../../shared/time.ts';

/** How long an Idempotency-Key is stored, less a minute of tolerance. */
export const KEY_LIFETIME = 30 * DAY - MINUTE;
