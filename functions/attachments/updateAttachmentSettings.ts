import { updateAttachmentSettings } from '#shared/api/attachments.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { saveAttachmentSettings } from '../storage/accounts/users.ts';
import { refuseUnlessOn } from './attachments-on.ts';

/** Sets what the caller takes in letters to them (docs/product/attachments.md#what-people-may-send). */
export const handler = serve(
  updateAttachmentSettings,
  async (input, { table, caller, settings }) => {
    refuseUnlessOn(settings);
    if ((await saveAttachmentSettings(table, caller.userId, input)) === 'GONE')
      throw new Refusal('NOT_FOUND');
    return {};
  },
);
