import { invalidInput, Refusal } from '#shared/refusals.ts';
import {
  type PlacedPicture,
  type SentAttachment,
  tooManyAttachments,
} from '#shared/rules/attachments/attachments.ts';
import {
  type Attachment,
  attachmentsOf,
  type Destination,
  destinationText,
} from '../storage/attachments/attachments.ts';
import type { TableReader } from '../storage/table.ts';

/** The attachments that a message will have, as its author names them. */
export type AttachedInput = {
  readonly attachments?: readonly string[] | undefined;
  readonly placedPictures?: readonly PlacedPicture[] | undefined;
};

const GONE = 'A file is no longer there. Nothing was sent or charged. Remove it, or add it again.';
const NOT_THERE = 'A picture between paragraphs has to be one of the attached pictures';

/**
 * The attachments of a new message, in the order in which their author names them. Refuses with ATTACHMENTS_NOT_READY unless all are
 * checked and not sent; the transaction that stores the message is conditional on the same. Refuses with INVALID_INPUT more than a
 * message can have.
 */
export async function attachmentsOfMessage(
  table: TableReader,
  userId: string,
  destination: Destination,
  { attachments: ids = [], placedPictures = [] }: AttachedInput,
): Promise<readonly SentAttachment[]> {
  const found = ids.length === 0 ? [] : await attachmentsOf(table, userId, ids);
  const sent = found.map((one) => readyOrRefused(one, destination, placedPictures));
  const tooMany = tooManyAttachments(sent.map(({ kind }) => kind));
  if (tooMany) throw invalidInput({ attachments: tooMany });
  const pictures = sent.filter(({ kind }) => kind === 'picture').map(({ id }) => id);
  if (!placedPictures.every(({ attachmentId }) => pictures.includes(attachmentId)))
    throw invalidInput({ placedPictures: NOT_THERE });
  return sent;
}

function readyOrRefused(
  attachment: Attachment | undefined,
  destination: Destination,
  placedPictures: readonly PlacedPicture[],
): SentAttachment {
  if (!attachment || attachment.sentIn || attachment.for !== destinationText(destination))
    throw new Refusal('ATTACHMENTS_NOT_READY', { message: GONE });
  const { id, kind, name, file, state } = attachment;
  if (state !== 'ready' || !file) throw new Refusal('ATTACHMENTS_NOT_READY');
  const place = placedPictures.find(({ attachmentId }) => attachmentId === id);
  return {
    ...file,
    id,
    kind,
    name,
    ...(place && { position: place.position, caption: place.caption }),
  };
}
