import type { AttachmentKind } from '#shared/rules/attachments/attachments.ts';
import type { Caller, CallOptions } from './calls.ts';
import type { Ref } from './things.ts';

/* Pictures, PDFs and recordings: choosing, uploading and removing them before they are sent, and opening those of a conversation. */

/** A file as it is chosen on the device. */
export type ChosenFile = {
  readonly kind: AttachmentKind;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
};

/** The person whom the letter is for, or the conversation of the answer or reply. */
export type Destination = { readonly to: Ref } | { readonly in: Ref };

export const attachmentDeeds = (me: Caller) => ({
  /** Chooses a file for a letter, an answer or a reply, and gets the form of its upload. */
  choosesFile: (file: ChosenFile, destination: Destination, options?: CallOptions) =>
    me.makes(
      'createAttachment',
      {
        ...file,
        ...('to' in destination
          ? { recipientId: destination.to.id }
          : { conversationId: destination.in.id }),
      },
      options,
    ),
  /** The caller's attachments that are not sent. */
  unsentFiles: (ids: readonly string[], options?: CallOptions) =>
    me.does('viewAttachments', { attachmentIds: ids }, options),
  /** Removes an attachment that is not sent. */
  removesFile: (attachmentId: string, options?: CallOptions) =>
    me.does('deleteAttachment', { attachmentId }, options),
  /** The links to the files of a conversation. */
  fileLinks: (conversation: Ref, options?: CallOptions) =>
    me.does('viewAttachmentLinks', { conversationId: conversation.id }, options),
});
