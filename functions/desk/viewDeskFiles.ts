import { viewDeskFiles } from '#shared/api/desk.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { FILES_OF_CASES_ONLY, isReportedOrClaimed } from '#shared/rules/desk/shown-files.ts';
import { filesOf } from '../attachments/attachment-links.ts';
import { attachmentLinks } from '../gateways/attachment-files.ts';
import { type Call, serve } from '../serve.ts';
import { changeConversation, conversationById } from '../storage/conversations/conversations.ts';
import { messagesOf } from '../storage/conversations/messages.ts';
import { conversationKey } from '../storage/keys.ts';
import { conversationOfCase, sidesOf } from './case-views.ts';
import { refusePeople } from './concerns.ts';
import { caseFor, deskAudit } from './desk-context.ts';

const NEWEST = 100;

/**
 * Returns links to the files of a reported or claimed letter (docs/product/attachments.md#who-can-open-a-file). One transaction writes the
 * audit and the time that both people see; without it nothing is shown.
 */
export const handler = serve(
  viewDeskFiles,
  async (input, call) => {
    const { conversationId: id, reason } = input;
    const { table, now } = call;
    const found = await conversationById(table, id, now);
    if (!found) throw new Refusal('NOT_FOUND');
    await refusePeople(call, sidesOf(found));
    if (!isReportedOrClaimed(found.history) && !(await isOfCase(call, input)))
      throw new Refusal('FORBIDDEN', { message: FILES_OF_CASES_ONLY });
    const look = { operation: 'viewDeskFiles', about: id, reason };
    const audit = deskAudit(call, look, 'The files of the letter were shown.');
    const opened = (c: Conversation) => ({ next: { ...c, filesOpenedAt: now }, audit });
    await changeConversation(table, id, now, opened, found);
    const { messages } = await messagesOf(table, id, { limit: NEWEST });
    const files = await filesOf(table, messages.reverse());
    const views = files.map(async ({ message, file }) => ({
      senderId: message.senderId,
      dateTimeSent: message.sentAt,
      kind: file.kind,
      name: file.name,
      bytes: file.bytes,
      url: await call.attachmentLinks.shown({ ...file, attachmentId: file.id }),
    }));
    return { data: [{ files: await Promise.all(views) }] };
  },
  {
    readAhead: ({ conversationId }) => [conversationKey(conversationId)],
    gives: { attachmentLinks },
  },
);

/** Whether the named case, which the caller may see, is about the letter or a message of it. */
async function isOfCase(
  call: Call<typeof viewDeskFiles>,
  {
    caseId,
    conversationId,
  }: { readonly caseId?: string | undefined; readonly conversationId: string },
): Promise<boolean> {
  if (caseId === undefined) return false;
  const one = await caseFor(call, caseId);
  return (await conversationOfCase(call.table, one, call.now))?.id === conversationId;
}
