import { DAY, MINUTE } from '../time.ts';

/** How long a job waits before it tries something again that failed: 5 minutes, doubled with every failure up to a day. */
export const retryPause = (failures: number): number =>
  Math.min(DAY, 5 * MINUTE * 2 ** Math.min(failures - 1, 16));
