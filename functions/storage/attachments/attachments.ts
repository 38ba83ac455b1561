import { newId } from '#shared/ids.ts';
import {
  type AttachmentKind,
  type AttachmentState,
  CHECK_TIME,
  type FileRefusal,
  type KeptFile,
  NOT_UPLOADED_KEPT,
  removalDue,
  UNSENT_KEPT,
  type UploadType,
} from '#shared/rules/attachments/attachments.ts';
import { type Instant, later } from '#shared/time.ts';
import { atMost, isNot } from '../conditions.ts';
import { definedSteps } from '../counters.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import { dueIndex } from '../index-keys.ts';
import { attachmentKey, attachmentPartition, type Key } from '../keys.ts';
import { allItems } from '../list-position.ts';
import { putNew, remove, type Step, type TableReader, type TableWriter, update } from '../table.ts';

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
export const attachmentsOf = (
  table: TableReader,
  userId: string,
  ids: readonly string[],
): Promise<(Attachment | undefined)[]> =>
  attachmentsOfPeople(
    table,
    ids.map((id) => ({ userId, id })),
  );

/** Attachments of several people, in this order; undefined for each that is not there. */
export async function attachmentsOfPeople(
  table: TableReader,
  owned: readonly Pick<Attachment, 'userId' | 'id'>[],
): Promise<(Attachment | undefined)[]> {
  const keys = owned.map(({ userId, id }) => attachmentKey(userId, id));
  const found = await table.getMany<Attachment>(keys);
  return found.map(ifThere);
}

/** All attachments of a person, sent or not, the oldest first. */
async function allAttachmentsOf(table: TableReader, userId: string): Promise<Attachment[]> {
  const all = await allItems<Attachment>(table, { partition: attachmentPartition(userId) });
  return all.filter((one) => ifThere(one));
}

/** The attachments of a person that no message has, the oldest first. */
export async function unsentAttachmentsOf(
  table: TableReader,
  userId: string,
): Promise<Attachment[]> {
  const all = await allAttachmentsOf(table, userId);
  return all.filter(({ sentIn }) => sentIn === undefined);
}

/** The step that removes an attachment that was not sent. SENT: a message has it, or there is none. */
export const removeUnsent = (userId: string, id: string, now: Instant): Step<'SENT'> =>
  update(attachmentKey(userId, id), removal(id, now), {
    when: { state: isNot('removed'), sentIn: undefined, id },
    otherwise: 'SENT',
  });

/** The step that keeps an attachment longer that was not sent. SENT: a message has taken it, or it was removed. */
export const keepUntil = (userId: string, id: string, at: Instant): Step<'SENT'> =>
  update(
    attachmentKey(userId, id),
    { set: due(id, at) },
    { when: { state: isNot('removed'), sentIn: undefined, id }, otherwise: 'SENT' },
  );

/** An attachment in any state, also a removed one. */
export const storedAttachment = (table: TableReader, key: Key): Promise<Attachment | undefined> =>
  table.get<Attachment>(key);

/** Deletes the item of a removed attachment, whose files are deleted. */
export async function forgetAttachment(table: TableWriter, { pk, sk }: Key): Promise<void> {
  await table.write(remove({ pk, sk }));
}

/**
 * Removes all attachments of a person whose account is deleted, also those that were sent. The messages keep what is known of them with
 * their hashes; the job deleteAccounts deletes the files.
 */
export async function removeAllAttachments(
  table: TableWriter,
  userId: string,
  now: Instant,
): Promise<void> {
  for (const { id } of await allAttachmentsOf(table, userId))
    await table.write(
      update(attachmentKey(userId, id), removal(id, now), {
        when: { id, state: isNot('removed') },
        otherwise: 'GONE',
      }),
    );
}

const removal = (id: string, now: Instant) => ({
  set: { state: 'removed', ...due(id, removalDue(now)) } as const,
});

/** The message that takes attachments. */
export type TakingMessage = {
  readonly id: string;
  readonly conversationId: string;
  readonly senderId: string;
  readonly attachments?: readonly { readonly id: string }[];
};

/** The steps that give a message its attachments, each of which can be in one. NOT_READY: one of them is not ready, sent, or gone. */
export const takeAttachments = (
  { id: messageId, conversationId: sentIn, senderId, attachments = [] }: TakingMessage,
  destination: Destination,
): Step<'NOT_READY'>[] =>
  attachments.map(({ id }) =>
    update(
      attachmentKey(senderId, id),
      { set: { sentIn, messageId }, remove: ['gsi5pk', 'gsi5sk'] },
      {
        when: { state: 'ready', sentIn: undefined, for: destinationText(destination) },
        otherwise: 'NOT_READY',
      },
    ),
  );

/** The steps that give attachments back to their owner, because the payment of the letter failed. GONE: one was removed. */
export const giveBackAttachments = (
  userId: string,
  ids: readonly string[],
  conversationId: string,
  now: Instant,
): Step<'GONE'>[] =>
  ids.map((id) =>
    update(
      attachmentKey(userId, id),
      { set: due(id, later(now, UNSENT_KEPT)), remove: ['sentIn', 'messageId'] },
      { when: { state: 'ready', sentIn: conversationId }, otherwise: 'GONE' },
    ),
  );

/*
 * The check of an uploaded file. It is begun by the event of one upload, and only that event can end it. A function that stops is called
 * again with the same event; another event can begin when the first one cannot be running any more.
 */

/** The step that begins or repeats a check. BUSY: there is nothing to check, or the event of another upload is being handled. */
export const beginCheck = (
  userId: string,
  id: string,
  checkedBy: string,
  now: Instant,
): Step<'BUSY'> =>
  update(
    attachmentKey(userId, id),
    { set: { state: 'checking', checkedSince: now, checkedBy } },
    {
      when: [
        { state: 'uploading' },
        { state: 'checking', checkedBy },
        { state: 'checking', checkedSince: atMost(later(now, -CHECK_TIME)) },
      ],
      otherwise: 'BUSY',
    },
  );

/** The step that ends a check with the file that was stored. MOVED: the attachment was removed, or another event has begun. */
export const endCheck = (
  userId: string,
  id: string,
  {
    checkedBy,
    file,
    now,
  }: { readonly checkedBy: string; readonly file: KeptFile; readonly now: Instant },
): Step<'MOVED'> =>
  update(
    attachmentKey(userId, id),
    { set: { state: 'ready', file, ...due(id, later(now, UNSENT_KEPT)) } },
    { when: { state: 'checking', checkedBy }, otherwise: 'MOVED' },
  );

/** The step that ends a check with a refusal. MOVED: as in `endCheck`. */
export const refuseFile = (
  userId: string,
  id: string,
  { checkedBy, reason }: { readonly checkedBy: string; readonly reason: FileRefusal },
): Step<'MOVED'> =>
  update(
    attachmentKey(userId, id),
    { set: { state: 'refused', reason } },
    { when: { state: 'checking', checkedBy }, otherwise: 'MOVED' },
  );
