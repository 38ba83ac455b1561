import { schedules } from '#shared/api/schedules.ts';
import { statements } from '../gateways/statements.ts';
import { reconcile } from '../ledger/reconciliation.ts';
import { serveSchedule } from '../serve-work.ts';

/** Compares the ledger with Stripe; logs each difference and raises an alarm. */
export const handler = serveSchedule(
  schedules.reconcileLedger,
  (work) => reconcile(work, work.timeLeft),
  { gives: { statements } },
);
