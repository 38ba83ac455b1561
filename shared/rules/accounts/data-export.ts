import { DAY, type Instant, later, MINUTE } from '../../time.ts';

/* Copies of a person's data. docs/product/accounts.md#your-data */

/** How long after a request the next one is possible. */
export const EXPORT_PAUSE = DAY;

/** How long the files are kept. */
export const EXPORT_KEPT = 7 * DAY;

/** How long a link to a file is valid. */
export const EXPORT_LINK_TIME = 5 * MINUTE;

/** The most text (UTF-16 units) in a copy, which one run of a function can hold and write. */
export const EXPORT_MAX = 20_000_000;

/** The formats: one for people, one for programs. */
export type ExportFormat = 'html' | 'json';

/** MAKING: it is not ready yet. FAILED: it was not made within an hour. EXPIRED: its files are gone. */
export type ExportStatus = 'MAKING' | 'READY' | 'FAILED' | 'EXPIRED';

/** Returns what became of a copy that was requested at this time, and is ready since `readyAt`. */
export function exportStatus(
  { requestedAt, readyAt }: { readonly requestedAt: Instant; readonly readyAt?: Instant },
  now: Instant,
): ExportStatus {
  if (now >= later(requestedAt, EXPORT_KEPT)) return 'EXPIRED';
  if (readyAt !== undefined) return 'READY';
  return now < later(requestedAt, 60 * MINUTE) ? 'MAKING' : 'FAILED';
}
