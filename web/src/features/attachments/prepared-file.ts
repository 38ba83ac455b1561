import type { AttachmentKind } from '#shared/rules/attachments/attachments.ts';
import { canvasOf, type Size } from '#web/ui/pictures.ts';
import { fileRefusal, formatOf, openingRefusal, sizeRefusal, turnedFrom } from './chosen-file.ts';
import { nameWithoutEnding, sentName } from './file-words.ts';
import { pngWithoutMetadata } from './png-metadata.ts';

/*
 * Prepares a chosen file for its upload. A photo is drawn upright on a canvas and encoded anew, so that its place, camera and time stay
 * on this device. A PNG, as a screenshot is, keeps its pixels and loses the rest. docs/product/attachments.md#choosing
 */

/** A file as it is sent. */
export type PreparedFile = {
  readonly kind: AttachmentKind;
  readonly name: string;
  readonly blob: Blob;
  /** `HEIC turned into JPEG`, if the format has changed. */
  readonly note?: string | undefined;
  /** The waveform of a recording. */
  readonly peaks?: readonly number[] | undefined;
};

/** Why a file cannot be added, as a sentence. */
export class FileRefusal extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'FileRefusal';
  }
}

/** Safari on iOS draws no larger canvas: 4,096 × 4,096. */
const PIXELS_MAX = 16_777_216;
const LONGEST_SIDE = 8_192;
const QUALITIES = [0.9, 0.8, 0.65] as const;

/** The waveforms of recordings that are to be uploaded. */
const waveforms = new WeakMap<File, readonly number[]>();

/** A recording as a file of the queue. */
export function recordingFile(recording: Blob, name: string, peaks: readonly number[]): File {
  const file = new File([recording], name, { type: recording.type });
  waveforms.set(file, peaks);
  return file;
}

/** Prepares a file. Throws FileRefusal. */
export async function prepareFile(file: File): Promise<PreparedFile> {
  const peaks = waveforms.get(file);
  if (peaks) return { kind: 'voice', name: file.name, blob: file, peaks };
  const refusal = fileRefusal(file);
  if (refusal) throw new FileRefusal(refusal);
  const name = sentName(file.name);
  const format = formatOf(file);
  if (format === 'pdf') return { kind: 'pdf', name, blob: file };
  const sharp = format === 'png' ? await sharpPng(file) : undefined;
  if (sharp) return { kind: 'picture', name, blob: sharp };
  const blob = await jpegFrom(file);
  const tooLarge = sizeRefusal(blob.size);
  if (tooLarge) throw new FileRefusal(tooLarge);
  const turned = turnedFrom(file);
  return {
    kind: 'picture',
    name: `${nameWithoutEnding(name)}.jpg`,
    blob,
    note: turned && `${turned} turned into JPEG`,
  };
}

/** A PNG without metadata; undefined if it is larger than what may be sent, as a photo in this format is. */
async function sharpPng(file: File): Promise<Blob | undefined> {
  const kept = pngWithoutMetadata(new Uint8Array(await file.arrayBuffer()));
  if (!kept || sizeRefusal(kept.length)) return undefined;
  return new Blob([kept as Uint8Array<ArrayBuffer>], { type: 'image/png' });
}

async function jpegFrom(file: File): Promise<Blob> {
  const picture = await opened(file).catch(() => {
    throw new FileRefusal(openingRefusal(file));
  });
  const size = drawableSize(picture);
  const [canvas, context] = canvasOf(size);
  try {
    context.drawImage(picture.image, 0, 0, size.width, size.height);
    picture.close();
    let blob: Blob | undefined;
    for (const quality of QUALITIES) {
      blob = await encoded(canvas, quality);
      if (blob && !sizeRefusal(blob.size)) break;
    }
    if (!blob) throw new FileRefusal(openingRefusal(file));
    return blob;
  } finally {
    // Safari keeps the memory of a canvas until it is collected.
    canvas.width = 0;
    canvas.height = 0;
  }
}

const encoded = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | undefined>((resolve) =>
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', quality),
  );

/** The size in which a picture can be drawn: its own, or the largest that every browser has. */
export function drawableSize({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    LONGEST_SIDE / Math.max(width, height),
    Math.sqrt(PIXELS_MAX / (width * height)),
  );
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
}

type Opened = Size & { readonly image: CanvasImageSource; close(): void };

/** Decodes a picture upright. Safari decodes HEIC in an image where it refuses to make a bitmap of it. */
async function opened(file: File): Promise<Opened> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() =>
      createImageBitmap(file),
    );
    const { width, height } = bitmap;
    return { image: bitmap, width, height, close: () => bitmap.close() };
  } catch {
    return openedAsImage(file);
  }
}

async function openedAsImage(file: File): Promise<Opened> {
  const address = URL.createObjectURL(file);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(address);
    throw error;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  return { image, width, height, close: () => URL.revokeObjectURL(address) };
}
