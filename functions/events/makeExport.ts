import { subscribers } from '#shared/api/subscribers.ts';
import { toIso } from '#shared/time.ts';
import { collectData } from '../accounts/collect-data.ts';
import { exportHtml } from '../accounts/export-html.ts';
import { exportFiles } from '../gateways/exports.ts';
import { messagePictureAt } from '../gateways/message-pictures.ts';
import { serveSubscriber } from '../serve-work.ts';
import { exportOf, finishExport } from '../storage/accounts/data-exports.ts';

/**
 * Makes the copy of a person's data that they asked for, and tells them. A repetition before it is ready replaces the files; after
 * that it does nothing.
 */
export const handler = serveSubscriber(
  subscribers.makeExport,
  async ({ detail }, work) => {
    const { userId, exportId } = detail;
    const { table, exportFiles, now } = work;
    const latest = await exportOf(table, userId);
    if (latest?.exportId !== exportId || latest.readyAt !== undefined) return;
    const data = await collectData(work, userId);
    if (!data) return;
    const madeAt = toIso(now);
    const { isComplete, leavesOut, parts } = data;
    const text = JSON.stringify({ madeAt, isComplete, leavesOut, ...parts }, null, 1);
    await exportFiles.keep({ userId, exportId, format: 'json' }, text);
    await exportFiles.keep({ userId, exportId, format: 'html' }, exportHtml(data, madeAt));
    await finishExport(table, userId, { exportId, isComplete: data.isComplete }, now);
  },
  { gives: { exportFiles, messagePictureAt } },
);
