import * as z from 'zod/mini';
import { id } from '../../ids.ts';
import { listField } from '../../list-field.ts';
import { DAY, type Instant, later, MINUTE, SECOND } from '../../time.ts';
import { wholeNumber, yesOrNo } from '../../wire.ts';
import { oneLine } from '../text.ts';

/* Attachments: pictures, PDFs and recordings of a letter, an answer or a reply. docs/product/attachments.md */

export const ATTACHMENT_KINDS = ['picture', 'pdf', 'voice'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/** The most pictures and PDFs of a message. */
export const FILES_MAX = 4;
/** The most recordings of a message. */
const RECORDINGS_MAX = 1;
const ATTACHMENTS_MAX = FILES_MAX + RECORDINGS_MAX;
/** The largest file, in bytes. */
export const FILE_BYTES_MAX = 10_000_000;
/** The most pixels of a picture. */
export const PICTURE_PIXELS_MAX = 50_000_000;
/** The longest side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 640;
/** The most pages of a PDF. */
export const PDF_PAGES_MAX = 200;
/** The longest recording of an answer, and of a letter, in seconds. */
export const ANSWER_SECONDS_MAX = 180;
export const LETTER_SECONDS_MAX = 60;
/** The number of bars of a recording's waveform, each from 0 to 100. */
export const PEAKS = 70;

/** The media types that can be uploaded, by kind. A browser converts HEIC to JPEG before. */
const UPLOAD_TYPES = {
  picture: ['image/jpeg', 'image/png', 'image/webp'],
  pdf: ['application/pdf'],
  voice: ['audio/webm', 'audio/mp4', 'audio/ogg'],
} as const satisfies Readonly<Record<AttachmentKind, readonly string[]>>;
export type UploadType = (typeof UPLOAD_TYPES)[AttachmentKind][number];
const ALL_TYPES = Object.values(UPLOAD_TYPES).flat();

/**
 * The states of an attachment before it is sent: its file is being uploaded, then checked; after that it can be sent, or is refused for
 * a reason.
 */
export const ATTACHMENT_STATES = ['uploading', 'checking', 'ready', 'refused'] as const;
export type AttachmentState = (typeof ATTACHMENT_STATES)[number];

/** Why a file is refused, as people read it. */
export const REFUSED_FILES = {
  NOT_A_PICTURE: 'This isn’t a picture that we can read. Save it as a JPEG or PNG first.',
  TOO_MANY_PIXELS: 'This picture has more than 50 million pixels. Make it smaller first.',
  MOVING_PICTURE: 'This picture moves. Save one frame of it as a JPEG or PNG first.',
  NOT_A_PDF: 'This isn’t a PDF that we can read.',
  PDF_LOCKED: 'This PDF is protected by a password. Save it without one first.',
  PDF_ACTIVE:
    'This PDF contains scripts, actions or other files. Print it to a PDF, and attach that one.',
  PDF_TOO_LONG: `This PDF has more than ${PDF_PAGES_MAX} pages.`,
  NOT_A_RECORDING: 'This isn’t a recording that we can read.',
  RECORDING_TOO_LONG: 'This recording is too long.',
  TOO_LARGE: 'The limit is 10 MB.',
  /** Found by a scanner behind the check. */
  HARMFUL: 'This file can’t be sent.',
  /** The check did not end. */
  NOT_CHECKED: 'This file couldn’t be checked. Please remove it and add it again.',
} as const;
export type FileRefusal = keyof typeof REFUSED_FILES;
export const FILE_REFUSALS = Object.keys(REFUSED_FILES) as [FileRefusal, ...FileRefusal[]];

/** How long a form accepts the upload. The call that made it makes another one for the same attachment. */
export const UPLOAD_TIME = 30 * MINUTE;
/** How long a link to a file is valid. */
export const FILE_LINK_TIME = 5 * MINUTE;
/** After this time without an upload, an attachment is deleted. */
export const NOT_UPLOADED_KEPT = DAY;
/** How long an attachment that was not sent is kept; longer while a draft has it. */
export const UNSENT_KEPT = 30 * DAY;
/** How long a check can run: the timeout of its function. */
export const CHECK_TIME = 60 * SECOND;
/** After this time, a file whose check has not ended is shown as not checked. The check is tried three times before. */
export const CHECK_GIVEN_UP = 10 * MINUTE;
/** After this time no call or check from before a removal is running, which could still store a file. */
const UPLOADS_OVER = CHECK_TIME + MINUTE;
/** When a removed attachment is forgotten. What its form still uploads after that is deleted by the check, which finds no attachment. */
export const removalDue = (now: Instant): Instant => later(now, UPLOADS_OVER);

const NAME_MAX = 120;
const NO_NAME = 'Please send the name of the file';

/** The schema of the name of a file, which people see and which a saved copy has. */
export const fileName = z.string(NO_NAME).check(
  z.overwrite((name) => oneLine(name).replace(/[\\/]/g, '_')),
  z.minLength(1, NO_NAME),
  z.maxLength(NAME_MAX, `The name of a file can have at most ${NAME_MAX} characters`),
);

const NO_SIZE = 'Please send the size of the file in bytes';
export const fileBytes = wholeNumber(NO_SIZE).check(
  z.refine((bytes) => bytes > 0, 'This file is empty'),
  z.refine((bytes) => bytes <= FILE_BYTES_MAX, REFUSED_FILES.TOO_LARGE),
);

export const uploadType = z.enum(
  ALL_TYPES as [UploadType, ...UploadType[]],
  'Attach a JPEG, PNG or WebP picture, or a PDF',
);

/** Whether files of this type are of this kind. */
export const isTypeOf = (kind: AttachmentKind, type: UploadType): boolean =>
  (UPLOAD_TYPES[kind] as readonly string[]).includes(type);

const NO_PEAKS = `Please send ${PEAKS} whole numbers from 0 to 100`;
/** The schema of the waveform of a recording, as the browser measured it. */
export const peaks = z.optional(
  listField(
    z
      .array(z.int(NO_PEAKS).check(z.minimum(0, NO_PEAKS), z.maximum(100, NO_PEAKS)))
      .check(z.length(PEAKS, NO_PEAKS)),
    NO_PEAKS,
  ),
);

const NO_LIST = 'Please send a list of attachments';
const TOO_MANY = `A message can have at most ${FILES_MAX} pictures and PDFs and one recording`;
/** The schema of the attachments of a message, in the order in which they are shown. */
export const attachmentIds = z.optional(
  listField(
    z.array(id(NO_LIST)).check(
      z.maxLength(ATTACHMENTS_MAX, TOO_MANY),
      z.refine((ids) => new Set(ids).size === ids.length, NO_LIST),
    ),
    NO_LIST,
  ),
);

/** The longest caption of a picture between paragraphs. */
export const CAPTION_MAX = 140;
const NO_PLACE = 'Please say which picture stands where';

/** One picture of an answer between two paragraphs. `position`: the number of blocks of the text before it. */
export type PlacedPicture = {
  readonly attachmentId: string;
  readonly position: number;
  readonly caption: string;
};

/** The schema of the placed pictures of an answer; there is one at most. */
export const placedPictures = z.optional(
  listField(
    z
      .array(
        z.object({
          attachmentId: id(NO_PLACE),
          position: z.int(NO_PLACE).check(z.minimum(0, NO_PLACE), z.maximum(1_000, NO_PLACE)),
          caption: z
            .string(NO_PLACE)
            .check(
              z.overwrite(oneLine),
              z.maxLength(CAPTION_MAX, `A caption can have at most ${CAPTION_MAX} characters`),
            ),
        }),
      )
      .check(z.maxLength(1, 'One picture can stand between paragraphs')),
    NO_PLACE,
  ),
);

/** A file as it is kept after its check. */
export type KeptFile = {
  /** The media type of the kept file. */
  readonly type: string;
  readonly bytes: number;
  /** SHA-256 of the kept file, in base64url. */
  readonly sha256: string;
  readonly width?: number;
  readonly height?: number;
  readonly pages?: number;
  readonly seconds?: number;
  readonly peaks?: readonly number[];
  /** Whether there is a thumbnail beside it. */
  readonly hasThumbnail?: true;
};

/** An attachment of a sent message. */
export type SentAttachment = KeptFile & {
  readonly id: string;
  readonly kind: AttachmentKind;
  readonly name: string;
  readonly position?: number;
  readonly caption?: string;
};

/** Whether one of them is a recording. */
export const hasRecording = (
  attachments: readonly { readonly kind: AttachmentKind }[] = [],
): boolean => attachments.some(({ kind }) => kind === 'voice');

/** The sentence about too many attachments of a message; undefined if there are not. */
export function tooManyAttachments(kinds: readonly AttachmentKind[]): string | undefined {
  const recordings = kinds.filter((kind) => kind === 'voice').length;
  return recordings > RECORDINGS_MAX || kinds.length - recordings > FILES_MAX
    ? TOO_MANY
    : undefined;
}

/** What a person takes in letters to them, and how they see it (docs/product/attachments.md#what-people-may-send). */
export type AttachmentSettings = {
  readonly takesPictures: boolean;
  /** Whether pictures of letters are shown blurred until they are tapped. */
  readonly blursPictures: boolean;
  readonly takesVoice: boolean;
};

/** The settings of a person; before the first change, people take pictures and PDFs, and no recordings. */
export const attachmentSettingsOf = (stored: AttachmentSettings | undefined): AttachmentSettings =>
  stored ?? { takesPictures: true, blursPictures: false, takesVoice: false };

/** The schema of these settings, for the form and the server. */
export const attachmentSettings = {
  takesPictures: yesOrNo('Please say whether people can send you pictures and PDFs'),
  blursPictures: yesOrNo('Please say whether pictures are blurred at first'),
  takesVoice: yesOrNo('Please say whether people can send you recordings'),
};
