import { schedules } from '../../shared/api/schedules.ts';
import { reconcile } from '../ledger/reconciliation.ts';
import { serveSchedule } from '../serve-work.ts';

/** Compares the ledger with the provider's books; a difference is named in the log, and rings. */
export const handler = serveSchedule(schedules.reconcileLedger, (work) =>
  reconcile(work, work.timeLeft),
);
