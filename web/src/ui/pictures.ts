/* Prepares chosen pictures for the upload: upright, no larger than needed, and as JPEG. */

export type Size = { readonly width: number; readonly height: number };
type ChosenFile = Pick<File, 'name' | 'type' | 'size'>;

/** In bytes: more than any phone's camera makes, and too large to decode on a phone. */
const FILE_MAX = 50_000_000;
const QUALITIES = [0.85, 0.75, 0.65, 0.5];

/** Why a file cannot be used, as a sentence for the user. */
export class PictureError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'PictureFault';
  }
}

/** Opens a file as a picture, upright. Throws PictureError. */
export async function openPicture(file: File): Promise<ImageBitmap> {
  const fault = fileError(file);
  if (fault) throw new PictureError(fault);
  try {
    return await decoded(file);
  } catch {
    throw new PictureError(contentError(file));
  }
}

/** Decodes a picture upright. Browsers that reject the option, such as Chrome before 112, turn pictures upright without it. */
const decoded = (file: File): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => createImageBitmap(file));

/** The error of a file before it is opened; undefined if it may be a picture. */
export function fileError(file: ChosenFile): string | undefined {
  if (!file.type.startsWith('image/') && !isHeic(file)) return 'Please choose a picture';
  if (file.size > FILE_MAX) return 'This picture is too large. Please choose one under 50 MB.';
  return undefined;
}

/** The error for a picture that this browser cannot open. */
export function contentError(file: ChosenFile): string {
  return isHeic(file)
    ? 'This browser can’t open HEIC pictures. Please choose a JPEG or PNG.'
    : 'We couldn’t open this picture. It may be damaged. Please choose a JPEG or PNG.';
}

/** iPhones save HEIC, whose type only some systems know. */
function isHeic({ name, type }: ChosenFile): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));
}

/** The size of a picture that fits into `max` × `max` pixels. Never larger than before. */
export function fitWithin({ width, height }: Size, max: number): Size {
  const scale = Math.min(1, max / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** A canvas with a white background, because JPEG has no transparency. */
export function canvasOf({ width, height }: Size): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError('This browser cannot work with pictures.');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return [canvas, context];
}

/** The canvas as a JPEG data URL of at most `maxLength` characters, if lowering the quality can achieve that. */
export function jpegOf(canvas: HTMLCanvasElement, maxLength = Number.POSITIVE_INFINITY): string {
  let url = '';
  for (const quality of QUALITIES) {
    url = canvas.toDataURL('image/jpeg', quality);
    if (url.length <= maxLength) break;
  }
  return url;
}

/** A chosen file as a JPEG data URL whose longer side is at most `max` pixels. Throws PictureError. */
export async function shrinkPicture(
  file: File,
  max: number,
  maxLength?: number,
): Promise<Size & { readonly src: string }> {
  const picture = await openPicture(file);
  const size = fitWithin(picture, max);
  const [canvas, context] = canvasOf(size);
  context.drawImage(picture, 0, 0, size.width, size.height);
  picture.close();
  return { ...size, src: jpegOf(canvas, maxLength) };
}
