import * as z from 'zod/mini';
import {
  ATTACHMENT_KINDS,
  ATTACHMENT_STATES,
  FILE_REFUSALS,
} from '../rules/attachments/attachments.ts';
import { moment } from '../wire.ts';

/* Attachments in responses of the API. */

const text = z.string();
const count = z.optional(z.int());

/** What is known of a file once it is checked. */
const file = {
  /** SHA-256 of the file as it is kept, in base64url. */
  sha256: text,
  /** The pixels of a picture, as it is shown upright. */
  width: count,
  height: count,
  /** Of a PDF. */
  pages: count,
  /** Of a recording, rounded up. */
  seconds: count,
  /** The waveform of a recording: 70 numbers from 0 to 100. */
  peaks: z.optional(z.array(z.int())),
};

const named = {
  id: text,
  kind: z.enum(ATTACHMENT_KINDS),
  name: text,
  /** The size of the kept file; before it is checked, that of the chosen one. */
  bytes: z.int(),
  /** The media type. */
  type: text,
};

/** An attachment of a sent message. Its links are those of `viewAttachmentLinks`; one without a link has been deleted. */
export const sentAttachment = z.object({
  ...named,
  ...file,
  /** For a picture between paragraphs of an answer: the number of blocks of the text before it, and its caption. */
  position: count,
  caption: z.optional(text),
});

/** The caller's own attachment, before it is sent. */
export const unsentAttachment = z.object({
  ...named,
  ...z.partial(z.object(file)).shape,
  state: z.enum(ATTACHMENT_STATES),
  /** Why it is refused: `REFUSED_FILES` has the sentences. */
  reason: z.optional(z.enum(FILE_REFUSALS)),
  createdAt: moment,
  /** A link to the thumbnail of a picture, valid for 5 minutes. */
  thumbnailUrl: z.optional(z.url()),
  /** A link to the file itself, once it is ready. */
  url: z.optional(z.url()),
});

/** The links to a file of a sent message, valid for 5 minutes. */
export const attachmentLinks = z.object({
  id: text,
  /** For showing or playing it in the page. */
  url: z.url(),
  /** For saving it under its name. */
  downloadUrl: z.url(),
  /** Of a picture. */
  thumbnailUrl: z.optional(z.url()),
  /** Until when they are valid. */
  until: moment,
});

/** The form of an upload: its fields, then the file as `file`, are sent to the address as multipart/form-data. */
export const uploadForm = z.object({
  url: z.url(),
  fields: z.record(text, text),
});
