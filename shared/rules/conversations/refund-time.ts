import { DAY, type Instant, later } from '../../time.ts';

/** The day by which a bank shows a refund that is sent to it now: the longest time of `REFUND_TIME`. */
export const refundBy = (sentAt: Instant): Instant => later(sentAt, 10 * DAY);
