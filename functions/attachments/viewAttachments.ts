import { viewAttachments } from '#shared/api/attachments.ts';
import { attachmentLinks } from '../gateways/attachment-files.ts';
import { serve } from '../serve.ts';
import { attachmentsOf } from '../storage/attachments/attachments.ts';
import { unsentViewOf } from './attachment-views.ts';

/** Shows the caller's own attachments that are not sent (docs/product/attachments.md#states). */
export const handler = serve(
  viewAttachments,
  async ({ attachmentIds }, { table, caller, now, attachmentLinks: links }) => {
    const found = await attachmentsOf(table, caller.userId, attachmentIds);
    const unsent = found.flatMap((one) => (one && one.sentIn === undefined ? [one] : []));
    const views = await Promise.all(unsent.map((one) => unsentViewOf(one, links, now)));
    return { data: views.flatMap((view) => view ?? []) };
  },
  { gives: { attachmentLinks } },
);
