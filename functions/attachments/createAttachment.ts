import { createAttachment } from '#shared/api/attachments.ts';
import type { Input } from '#shared/api/operation.ts';
import { Refusal } from '#shared/refusals.ts';
import { UPLOAD_TIME } from '#shared/rules/attachments/attachments.ts';
import { type Instant, later } from '#shared/time.ts';
import { participantOf } from '../conversations/participant.ts';
import { attachmentUploads } from '../gateways/attachment-files.ts';
import { onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { isPublic, userById } from '../storage/accounts/users.ts';
import {
  attachmentOf,
  beginAttachment,
  type Destination,
  type NewAttachment,
} from '../storage/attachments/attachments.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import type { TableReader } from '../storage/table.ts';
import { refuseUnlessOn } from './attachments-on.ts';

/** Begins an attachment, and signs the form of its upload (docs/product/attachments.md#uploads). */
export const handler = serve(
  createAttachment,
  async (input, call) => {
    const { table, now, caller, keyed, settings } = call;
    refuseUnlessOn(settings);
    const { userId } = caller;
    const destination = destinationOf(input);
    await refuseUnlessThere(table, userId, destination, now);
    const { id, uploadType, uploadBytes } = await onceForKey(
      { table, now },
      keyed,
      () => beginAttachment(table, begunBy(userId, input, destination), keyed, now),
      (made) => attachmentOf(table, userId, made),
    );
    const file = { userId, attachmentId: id, type: uploadType, bytes: uploadBytes };
    const upload = await call.attachmentUploads.formFor(file, UPLOAD_TIME);
    return { data: [{ attachmentId: id, upload, uploadUntil: later(now, UPLOAD_TIME) }] };
  },
  { gives: { attachmentUploads } },
);

const destinationOf = ({
  recipientId = '',
  conversationId,
}: Input<typeof createAttachment>): Destination =>
  conversationId !== undefined ? { conversationId } : { recipientId };

/** Refuses with NOT_FOUND a recipient who is not there, and a conversation of other people. */
async function refuseUnlessThere(
  table: TableReader,
  userId: string,
  { recipientId, conversationId }: Destination,
  now: Instant,
): Promise<void> {
  if (recipientId !== undefined) {
    const recipient = await userById(table, recipientId, now);
    if (!recipient || !isPublic(recipient)) throw new Refusal('NOT_FOUND');
    return;
  }
  const conversation = await conversationById(table, conversationId, now);
  if (!conversation) throw new Refusal('NOT_FOUND');
  participantOf(conversation, userId, now);
}

const begunBy = (
  userId: string,
  { kind, name, type, bytes, peaks }: Input<typeof createAttachment>,
  destination: Destination,
): NewAttachment => ({
  userId,
  kind,
  name,
  uploadType: type,
  uploadBytes: bytes,
  ...(kind === 'voice' && peaks && { peaks }),
  destination,
});
