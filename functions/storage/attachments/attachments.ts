import { newId } from '#shared/ids.ts';
import {
  type AttachmentKind,
  type AttachmentState,
  type FileRefusal,
  type KeptFile,
  NOT_UPLOADED_KEPT,
  removalDue,
  type UploadType,
} from '#shared/rules/attachments/attachments.ts';
import { type Instant, later } from '#shared/time.ts';
import { isNot } from '../conditions.ts';
import { definedSteps } from '../counters.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import { dueIndex } from '../index-keys.ts';
import { attachmentKey, attachmentPartition, type Key } from '../keys.ts';
import { allItems } from '../list-position.ts';
import { putNew, type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * Stored attachments, one item each, in a partition of their owner: the function that decodes files may write there and nowhere else.
 * An item is due for deletion until a message takes it, and again when it is removed. The job deleteAccounts removes its files, and then
 * the item; so no file is left whose item is gone. docs/product/attachments.md
 */

/** Where an attachment can be sent: in a letter to a person, or in a conversation. */
export type Destination =
  | { readonly recipientId: string; readonly conversationId?: undefined }
  | { readonly conversationId: string; readonly recipientId?: undefined };

export type Attachment = Key & {
  readonly id: string;
  readonly userId: string;
  readonly kind: AttachmentKind;
  readonly name: string;
  /** The file as the browser announced it. */
  readonly uploadType: UploadType;
  readonly uploadBytes: number;
  /** The waveform of a recording, as the browser measured it. */
  readonly peaks?: readonly number[];
  /** The destination as one text. */
  readonly for: string;
  readonly createdAt: Instant;
  /** `removed`: it is gone for everybody, and its files are being deleted. */
  readonly state: AttachmentState | 'removed';
  readonly reason?: FileRefusal;
  /** Since when it is being checked, and by the delivery of which event. */
  readonly checkedSince?: Instant;
  readonly checkedBy?: string;
  /** The checked file; present once it is ready. */
  readonly file?: KeptFile;
  /** The conversation and the message that took it. */
  readonly sentIn?: string;
  readonly messageId?: string;
  readonly gsi5sk?: string;
};

/** The destination of an attachment as one text. */
export const destinationText = ({ recipientId, conversationId }: Destination): string =>
  recipientId !== undefined ? `TO#${recipientId}` : `IN#${conversationId}`;

/** The destination in such a text. */
export function destinationIn(text: string): Destination {
  const id = text.slice(3);
  return text.startsWith('TO#') ? { recipientId: id } : { conversationId: id };
}

export type NewAttachment = Pick<
  Attachment,
  'userId' | 'kind' | 'name' | 'uploadType' | 'uploadBytes' | 'peaks'
> & { readonly destination: Destination };

/** Stores a new attachment, whose file is not uploaded yet. */
export async function beginAttachment(
  table: TableWriter,
  { destination, ...begun }: NewAttachment,
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<Attachment | 'SAME_KEY'> {
  const id = newId(now);
  const attachment: Attachment = {
    ...attachmentKey(begun.userId, id),
    ...begun,
    id,
    for: destinationText(destination),
    createdAt: now,
    state: 'uploading',
    ...due(id, later(now, NOT_UPLOADED_KEPT)),
  };
  const outcome = await table.transact<'SAME_KEY' | 'TAKEN'>(
    ...definedSteps<'SAME_KEY' | 'TAKEN'>([claimKey(keyed, id, now), putNew(attachment, 'TAKEN')]),
  );
  if (outcome === 'TAKEN') throw new Error(`the id ${id} is taken`);
  return outcome === 'SAME_KEY' ? outcome : attachment;
}

const due = (id: string, at: Instant) => dueIndex('DELETION', at, id);

/** The attachment, unless it is removed. */
const ifThere = (attachment: Attachment | undefined) =>
  attachment?.state === 'removed' ? undefined : attachment;

/** An attachment of a person; undefined if there is none, or it is removed. */
export async function attachmentOf(
  table: TableReader,
  userId: string,
  id: string,
): Promise<Attachment | undefined> {
  return ifThere(await table.get<Attachment>(attachmentKey(userId, id)));
}

/** Attachments of a person in the order of the ids; undefined for each that is not there. */
export async function attachmentsOf(
  table: TableReader,
  userId: string,
  ids: readonly string[],
): Promise<(Attachment | undefined)[]> {
  const found = await table.getMany<Attachment>(ids.map((id) => attachmentKey(userId, id)));
  return found.map(ifThere);
}

/** All attachments of a person, sent or not, the oldest first. */
export async function allAttachmentsOf(table: TableReader, userId: string): Promise<Attachment[]> {
  const all = await allItems<Attachment>(table, { partition: attachmentPartition(userId) });
  return all.filter((one) => ifThere(one));
}

/** The step that removes an attachment that was not sent. SENT: a message has it, or there is none. */
export const removeUnsent = (userId: string, id: string, now: Instant): Step<'SENT'> =>
  update(attachmentKey(userId, id), removal(id, now), {
    when: { state: isNot('removed'), sentIn: undefined, id },
    otherwise: 'SENT',
  });

const removal = (id: string, now: Instant) => ({
  set: { state: 'removed', ...due(id, removalDue(now)) } as const,
});
