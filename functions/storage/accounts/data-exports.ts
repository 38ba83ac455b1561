import { newId } from '#shared/ids.ts';
import { EXPORT_PAUSE } from '#shared/rules/accounts/data-export.ts';
import { type Instant, later } from '#shared/time.ts';
import { atMost, missingOr } from '../conditions.ts';
import { exportKey, type Key } from '../keys.ts';
import { publishEvent } from '../outbox.ts';
import { put, type TableReader, type TableWriter, update } from '../table.ts';

/* The latest copy of each person's data: its state. The files are in S3 (gateways/exports.ts). */

export type DataExport = {
  readonly exportId: string;
  readonly requestedAt: Instant;
  readonly readyAt?: Instant;
  /** Whether everything was in it; absent until it is ready. */
  readonly isComplete?: boolean;
};

export const exportOf = (table: TableReader, userId: string): Promise<DataExport | undefined> =>
  table.get<Key & DataExport>(exportKey(userId));

/** Requests a copy, in one transaction with its event. RECENT: one was requested less than a day ago. */
export function requestExport(
  table: TableWriter,
  userId: string,
  now: Instant,
): Promise<'done' | 'RECENT'> {
  const exportId = newId(now);
  return table.transact<'RECENT'>(
    put(
      { ...exportKey(userId), exportId, requestedAt: now },
      {
        when: { requestedAt: missingOr(atMost(later(now, -EXPORT_PAUSE))) },
        otherwise: 'RECENT',
      },
    ),
    publishEvent({
      id: newId(now),
      type: 'export.requested',
      at: now,
      detail: { userId, exportId },
    }),
  );
}

/** Saves that the files of a copy are stored, and tells the person. OTHER: it is ready already, or a newer one was requested. */
export const finishExport = (
  table: TableWriter,
  userId: string,
  { exportId, isComplete }: { readonly exportId: string; readonly isComplete: boolean },
  now: Instant,
): Promise<'done' | 'OTHER'> =>
  table.transact<'OTHER'>(
    update(
      exportKey(userId),
      { set: { readyAt: now, isComplete } },
      { when: { exportId, readyAt: undefined }, otherwise: 'OTHER' },
    ),
    publishEvent({
      id: newId(now),
      type: 'export.ready',
      at: now,
      detail: { userId, exportId },
    }),
  );
