import { requestExport } from '#shared/api/data-exports.ts';
import { EXPORT_PAUSE } from '#shared/rules/accounts/data-export.ts';
import { later } from '#shared/time.ts';
import { serve } from '../serve.ts';
import { exportOf, requestExport as request } from '../storage/accounts/data-exports.ts';

/** Requests a copy of the caller's data, which `makeExport` makes. Within a day it returns the one that was requested. */
export const handler = serve(requestExport, async (_input, { table, caller, now }) => {
  const outcome = await request(table, caller.userId, now);
  const requestedAt =
    outcome === 'done' ? now : ((await exportOf(table, caller.userId))?.requestedAt ?? now);
  return { data: [{ requestedAt, nextAt: later(requestedAt, EXPORT_PAUSE) }] };
});
