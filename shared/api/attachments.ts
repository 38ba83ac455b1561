import * as z from 'zod/mini';
import { id, idList } from '../ids.ts';
import {
  ATTACHMENT_KINDS,
  attachmentSettings,
  fileBytes,
  fileName,
  isTypeOf,
  peaks,
  uploadType,
} from '../rules/attachments/attachments.ts';
import { moment } from '../wire.ts';
import { attachmentLinks, unsentAttachment, uploadForm } from './attachment-entities.ts';
import { all, DAY, HOUR, MINUTE, nothing, one, operation } from './operation.ts';

/* Pictures, PDFs and recordings of letters, answers and replies. docs/product/attachments.md */

/**
 * Begins an attachment, for a letter to a person or for a message in a conversation. The browser then sends the file with the form. Called
 * again with the same Idempotency-Key, it returns a new form for the same attachment.
 */
export const createAttachment = operation({
  name: 'createAttachment',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read', 'attachments.write', 'attachmentFiles.upload'],
  idempotent: 'byKey',
  // Stored files cost money.
  limits: [
    { per: 'caller', max: 60, within: HOUR },
    { per: 'caller', max: 240, within: DAY },
  ],
  impact: 'People cannot attach pictures, PDFs or recordings; letters and answers work.',
  input: z
    .object({
      kind: z.enum(ATTACHMENT_KINDS, 'kind must be picture, pdf or voice'),
      name: fileName,
      bytes: fileBytes,
      type: uploadType,
      /** The recipient of the letter, unless it is for a conversation. */
      recipientId: z.optional(id()),
      /** The conversation of the answer or reply. */
      conversationId: z.optional(id()),
      /** The waveform of a recording; nothing else has one. */
      peaks,
    })
    .check(
      z.refine(({ kind, type }) => isTypeOf(kind, type), {
        path: ['type'],
        error: 'This type of file doesn’t go with its kind',
      }),
      z.refine(({ recipientId, conversationId }) => (recipientId ?? conversationId) !== undefined, {
        path: ['recipientId'],
        error: 'Please send recipientId or conversationId',
      }),
    ),
  output: one(
    z.object({
      attachmentId: z.string(),
      upload: uploadForm,
      /** Until when the form is accepted. */
      uploadUntil: moment,
    }),
  ),
});

/** The caller's own attachments that are not sent, in the order of the ids. Those that are gone, or sent, are left out. */
export const viewAttachments = operation({
  name: 'viewAttachments',
  method: 'GET',
  who: 'verified',
  uses: ['attachments.read', 'attachmentFiles.link'],
  limits: [{ per: 'caller', max: 300, within: 5 * MINUTE, inMemory: true }],
  impact: 'People do not see whether their files are ready, and cannot send a letter with files.',
  input: z.object({ attachmentIds: idList('Please name attachments') }),
  output: all(unsentAttachment),
});

export const deleteAttachment = operation({
  name: 'deleteAttachment',
  method: 'POST',
  who: 'verified',
  uses: ['attachments.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 300, within: 5 * MINUTE, inMemory: true }],
  impact: 'People cannot remove a file from a letter; files that are not sent are deleted later.',
  input: z.object({ attachmentId: id() }),
  output: nothing,
});

/** The links to the files of a conversation, for its two people. Each call makes new ones. */
export const viewAttachmentLinks = operation({
  name: 'viewAttachmentLinks',
  method: 'GET',
  who: 'verified',
  uses: ['conversations.read', 'attachments.read', 'attachmentFiles.link'],
  limits: [{ per: 'caller', max: 300, within: 5 * MINUTE, inMemory: true }],
  impact: 'People cannot open the pictures, PDFs and recordings of a conversation.',
  input: z.object({ conversationId: id() }),
  output: all(attachmentLinks),
});

/** Sets what the caller takes in letters to them. Letters that were sent are unaffected. */
export const updateAttachmentSettings = operation({
  name: 'updateAttachmentSettings',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot change what others may send them; what they set before still applies.',
  input: z.object(attachmentSettings),
  output: nothing,
});
