import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import sharp from 'sharp';
import { checkRecording } from '#functions/attachments/check-recording.ts';
import { handler as checkAttachment } from '#functions/events/checkAttachment.ts';
import {
  type Attachment,
  beginAttachment,
  storedAttachment,
} from '#functions/storage/attachments/attachments.ts';
import { attachmentKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import {
  type AttachmentKind,
  type FileRefusal,
  type KeptFile,
  LETTER_SECONDS_MAX,
  PDF_PAGES_MAX,
  PICTURE_PIXELS_MAX,
  THUMBNAIL_SIDE,
} from '#shared/rules/attachments/attachments.ts';
import { lambdaContext } from '../../support/call.ts';
import { JPEG, PNG, pdfOf } from '../../support/file-fixtures.ts';
import { recordings } from '../../support/recordings.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { INPUTS, seedFrom } from './fuzz.ts';

/*
 * Checks uploads that were damaged, cut, joined and filled with what is hostile, and each of which calls itself any kind of file. Whatever
 * arrives is kept or refused for a reason of its kind, and what is kept has nothing in it that the check removes or refuses.
 */

const world = worldOfFile();

const CHECKS = ['check-picture', 'check-pdf', 'pdf-names', 'check-recording'];
const seed = seedFrom(...CHECKS.map((name) => `attachments/${name}.ts`));

/** Why a file of each kind can be refused. */
const REFUSALS: Readonly<Record<AttachmentKind, readonly FileRefusal[]>> = {
  picture: ['NOT_A_PICTURE', 'TOO_MANY_PIXELS', 'MOVING_PICTURE', 'TOO_LARGE'],
  pdf: ['NOT_A_PDF', 'PDF_LOCKED', 'PDF_ACTIVE', 'PDF_TOO_LONG'],
  voice: ['NOT_A_RECORDING', 'RECORDING_TOO_LONG'],
};

const HOSTILE = [
  '/JavaScript ',
  '/OpenAction<</S/JavaScript/JS(app.alert(1))>>',
  '/#4aava#53cript(x)',
  '/EmbeddedFiles 1 0 R ',
  '/Encrypt 1 0 R ',
  'endstream endobj 9 0 obj<</Launch(cmd)>>',
  'xref\n0 99999\ntrailer<</Root 1 0 R/Prev 0>>',
  '\xff\xe1\0\x20Exif\0\0MM\0*\0\0\0\x08',
  '\xff\xd9\xff\xd8',
  '\0\0\0\x0dIHDR\0\x01\0\0\0\x01\0\0\x08\x06\0\0\0',
  'tEXtComment\0<script>alert(1)</script>',
  'RIFF\xff\xff\xff\xffWEBPANIM',
  '\0\0\0\x18ftypM4A \0\0\0\0',
  'moovudta\xa9xyz+48.1+11.5/',
  '\x1aE\xdf\xa3\x01\xff\xff\xff\xff\xff\xff\xff',
  'OggS\0\x02',
  '\0'.repeat(64),
  '\xff'.repeat(64),
].map((text) => Buffer.from(text, 'latin1'));

/** A change of a file; `at`: where, as a part of its length. */
type Damage =
  | { readonly is: 'cut' | 'repeated'; readonly at: number }
  | { readonly is: 'changed'; readonly at: number; readonly to: number }
  | { readonly is: 'filled'; readonly at: number; readonly nth: number }
  | { readonly is: 'joined'; readonly at: number; readonly nth: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const damage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ is: fc.constant('cut' as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('repeated' as const), at: place }) },
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constant('changed' as const), at: place, to: fc.nat(255) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constant('filled' as const), at: place, nth: fc.nat(99) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('joined' as const), at: place, nth: fc.nat(99) }),
  },
);

/** A whole file of some kind, or bytes of none, and what happens to it. */
const upload = fc.record({
  base: fc.oneof(
    { weight: 8, arbitrary: fc.nat(99) },
    { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 300 }) },
  ),
  isOfItsKind: fc.nat(9).map((nth) => nth > 1),
  damages: fc.array(damage, { maxLength: 4 }),
});
type Upload = typeof upload extends fc.Arbitrary<infer One> ? One : never;

let files: Readonly<Record<AttachmentKind, readonly Buffer[]>>;
beforeAll(async () => {
  files = {
    picture: [JPEG.content, PNG.content, await sharp(JPEG.content).webp().toBuffer()].map(bufferOf),
    pdf: [await pdfOf('One'), await pdfOf('One', 'Two')].map(bufferOf),
    voice: Object.values(recordings).map((read) => bufferOf(read())),
  };
});

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes);
const pick = <One>(list: readonly One[], nth: number) => list[nth % list.length] as One;

function bytesOf(kind: AttachmentKind, { base, isOfItsKind, damages }: Upload): Buffer {
  const all = Object.values(files).flat();
  const whole =
    typeof base === 'number' ? pick(isOfItsKind ? files[kind] : all, base) : bufferOf(base);
  const damaged = damages.reduce((bytes, one) => damagedBy(bytes, one, all), whole);
  // The form of an upload refuses an empty file.
  return damaged.length > 0 ? damaged : Buffer.from([0]);
}

function damagedBy(bytes: Buffer, one: Damage, all: readonly Buffer[]): Buffer {
  const at = Math.floor(one.at * bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (one.is) {
    case 'cut':
      return before;
    case 'repeated':
      return Buffer.concat([bytes, after]);
    case 'changed':
      return Buffer.concat([before, Buffer.from([one.to]), after.subarray(1)]);
    case 'filled':
      return Buffer.concat([before, pick(HOSTILE, one.nth), after]);
    case 'joined':
      return Buffer.concat([before, pick(all, one.nth)]);
  }
}

const UPLOAD_TYPES = { picture: 'image/png', pdf: 'application/pdf', voice: 'audio/mp4' } as const;

/** Uploads and checks a file. Returns the attachment, and the files that are stored of it. */
async function checked(kind: AttachmentKind, content: Buffer) {
  const [now, userId] = [world.now(), newId(world.now())];
  const begun = await beginAttachment(
    table,
    {
      userId,
      kind,
      name: 'file',
      uploadType: UPLOAD_TYPES[kind],
      uploadBytes: content.length,
      destination: { recipientId: newId(now) },
    },
    undefined,
    now,
  );
  if (begun === 'SAME_KEY') throw new Error('the call had no key');
  const key = `uploads/${userId}/${begun.id}`;
  world.media.put(key, { type: UPLOAD_TYPES[kind], body: content });
  const etag = createHash('md5').update(content).digest('hex');
  const detail = { object: { key, etag, sequencer: '1' } };
  await checkAttachment({ detail } as never, lambdaContext());
  const attachment = (await storedAttachment(table, attachmentKey(userId, begun.id))) as Attachment;
  const body = (name: string) => world.media.get(name)?.body;
  const folder = `attachments/${begun.id}`;
  return {
    attachment,
    upload: body(key),
    whole: body(`${folder}/whole`),
    thumbnail: body(`${folder}/thumbnail`),
  };
}

/** The fault of a kept file, by its kind; undefined if it has none. */
const WRONG: Readonly<
  Record<
    AttachmentKind,
    (kept: Buffer, file: KeptFile, sent: Buffer) => Promise<string | undefined>
  >
> = {
  async picture(kept, { type, width = 0, height = 0 }) {
    const { exif, xmp, icc, iptc, ...is } = await sharp(kept).metadata();
    if (exif || xmp || icc || iptc) return 'it has metadata';
    if (`image/${is.format}` !== type || is.width !== width || is.height !== height)
      return `it is a ${is.format} of ${is.width}×${is.height}, not ${type} of ${width}×${height}`;
    return width * height > PICTURE_PIXELS_MAX ? 'it has too many pixels' : undefined;
  },
  async pdf(kept, { pages = 0 }, sent) {
    if (!kept.equals(sent)) return 'it is another file';
    const names = /\/(JavaScript|JS|OpenAction|Launch|EmbeddedFiles?|Encrypt)(?=[\s()<>[\]{}/%]|$)/;
    const found = names.exec(kept.toString('latin1'));
    if (found) return `it has ${found[0]}`;
    return pages < 1 || pages > PDF_PAGES_MAX ? `it has ${pages} pages` : undefined;
  },
  async voice(kept, { type, seconds = 0 }) {
    if (type !== 'audio/mp4') return `it is ${type}`;
    if (seconds < 1 || seconds > LETTER_SECONDS_MAX) return `it lasts ${seconds} seconds`;
    const again = await checkRecording(kept, LETTER_SECONDS_MAX);
    if (typeof again === 'string') return `it is refused itself: ${again}`;
    return again.seconds === seconds ? undefined : `it lasts ${again.seconds}, not ${seconds}`;
  },
};

async function wrongWith(
  kind: AttachmentKind,
  sent: Buffer,
  { attachment, upload, whole, thumbnail }: Awaited<ReturnType<typeof checked>>,
): Promise<string | undefined> {
  const { state, reason, file } = attachment;
  if (upload) return 'the upload is still there';
  if (state === 'refused') {
    if (whole || thumbnail) return 'a refused file is kept';
    return reason && REFUSALS[kind].includes(reason) ? undefined : `it is refused for ${reason}`;
  }
  if (state !== 'ready' || !file || !whole) return `it is ${state}`;
  const kept = bufferOf(whole);
  if (kept.length !== file.bytes) return 'its size is wrong';
  if (createHash('sha256').update(kept).digest('base64url') !== file.sha256)
    return 'its hash is wrong';
  if ((kind === 'picture') !== (thumbnail !== undefined)) return 'its thumbnail is wrong';
  if (thumbnail) {
    const { format, width, height } = await sharp(bufferOf(thumbnail)).metadata();
    if (format !== 'jpeg' || Math.max(width, height) > THUMBNAIL_SIDE)
      return `its thumbnail is a ${format} of ${width}×${height}`;
  }
  return WRONG[kind](kept, file, sent);
}

async function fuzzUploads(kind: AttachmentKind): Promise<void> {
  const states = new Set<string>();
  const property = fc.asyncProperty(upload, async (one) => {
    const sent = bytesOf(kind, one);
    const made = await checked(kind, sent);
    states.add(made.attachment.state);
    const wrong = await wrongWith(kind, sent, made);
    if (wrong) throw new Error(`${wrong}\nsent, in base64: ${sent.toString('base64')}`);
  });
  await fc.assert(property, { numRuns: INPUTS, seed });
  // Otherwise it would have tried nothing.
  expect([...states].toSorted()).toEqual(['ready', 'refused']);
}

test.each(['picture', 'pdf', 'voice'] as const)(
  'an upload of any bytes as a %s is kept clean or refused',
  (kind) => fuzzUploads(kind),
  3_600_000,
);
