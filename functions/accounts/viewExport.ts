import { viewExport } from '#shared/api/data-exports.ts';
import {
  EXPORT_KEPT,
  EXPORT_PAUSE,
  type ExportFormat,
  exportStatus,
} from '#shared/rules/accounts/data-export.ts';
import { later } from '#shared/time.ts';
import { exportLinks } from '../gateways/exports.ts';
import { serve } from '../serve.ts';
import { exportOf } from '../storage/accounts/data-exports.ts';

/** Returns the caller's latest copy of their data, with addresses that are valid for 5 minutes. */
export const handler = serve(
  viewExport,
  async (_input, { table, caller, exportLinks, now }) => {
    const { userId } = caller;
    const latest = await exportOf(table, userId);
    if (!latest) return { data: [] };
    const { exportId, requestedAt, isComplete = true } = latest;
    const status = exportStatus(latest, now);
    const link = (format: ExportFormat) =>
      status === 'READY' ? exportLinks.linkTo({ userId, exportId, format }) : null;
    const [html, json] = await Promise.all([link('html'), link('json')]);
    const times = {
      expiresAt: later(requestedAt, EXPORT_KEPT),
      nextAt: later(requestedAt, EXPORT_PAUSE),
    };
    return { data: [{ requestedAt, status, ...times, isComplete, html, json }] };
  },
  { gives: { exportLinks } },
);
