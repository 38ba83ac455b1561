import type { AttachmentKind, AttachmentSettings } from '#shared/rules/attachments/attachments.ts';
import type { Caller, CallOptions } from './calls.ts';
import { listField } from './list-fields.ts';
import type { Ref } from './things.ts';

/* Pictures, PDFs and recordings: choosing, uploading and removing them before they are sent, and opening those of a conversation. */

/** A file as it is chosen on the device. */
export type ChosenFile = {
  readonly kind: AttachmentKind;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** The waveform of a recording, as the browser measured it. */
  readonly peaks?: readonly number[];
};

/** The person whom the letter is for, or the conversation of the answer or reply. */
export type Destination = { readonly to: Ref } | { readonly in: Ref };

/** A file with its content. */
export type LocalFile = Omit<ChosenFile, 'bytes'> & { readonly content: Uint8Array };

/** The form of an upload, as `createAttachment` returns it. */
export type UploadForm = {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** Sends a file to S3 with its form, as a browser does. */
export async function sendForm({ url, fields }: UploadForm, file: LocalFile): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(file.content)], { type: file.type }), file.name);
  return fetch(url, { method: 'POST', body: form });
}

export const attachmentDeeds = (me: Caller) => ({
  /** Attaches a file to a letter, an answer or a reply, and sends it. Returns the id of the attachment. */
  async attaches(
    { content, ...file }: LocalFile,
    destination: Destination,
    options?: CallOptions,
  ): Promise<string> {
    const { attachmentId, upload } = await attachmentDeeds(me).choosesFile(
      { ...file, bytes: content.length },
      destination,
      options,
    );
    const { status } = await sendForm(upload, { ...file, content });
    if (status !== 204) throw new Error(`S3 answered ${status} to an upload`);
    return attachmentId;
  },
  /** Chooses a file for a letter, an answer or a reply, and gets the form of its upload. */
  choosesFile: ({ peaks, ...file }: ChosenFile, destination: Destination, options?: CallOptions) =>
    me.makes(
      'createAttachment',
      {
        ...file,
        ...listField('peaks', peaks),
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
  /** Sets what people may send. */
  setsAttachments: (settings: Partial<AttachmentSettings>, options?: CallOptions) =>
    me.does(
      'updateAttachmentSettings',
      { takesPictures: true, blursPictures: false, takesVoice: false, ...settings },
      options,
    ),
  /** The links to the files of a conversation. */
  fileLinks: (conversation: Ref, options?: CallOptions) =>
    me.does('viewAttachmentLinks', { conversationId: conversation.id }, options),
});
