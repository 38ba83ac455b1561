import type { Sharp } from 'sharp';
import {
  FILE_BYTES_MAX,
  type FileRefusal,
  PICTURE_PIXELS_MAX,
  THUMBNAIL_SIDE,
} from '#shared/rules/attachments/attachments.ts';
import { isMovingWebp, isWebp, pixelsOfWebp, withoutMetadata } from '../profiles/picture-parts.ts';
import { loadSharp } from '../sharp.ts';
import type { CheckedFile } from './checked-file.ts';

/*
 * Untrusted pictures. The first bytes of a file decide its type, not what it claims to be. It is encoded again from its pixels, so that
 * nothing else of it is stored: no place, no camera, no second file behind the picture. docs/product/attachments.md#the-check
 */

/** The JPEG and WebP quality, at which no difference is seen in full size. */
const QUALITY = 88;
const THUMBNAIL_QUALITY = 78;
/** How long the decoder may take for each of the two pictures, in seconds: a normal one of 50 million pixels takes four. */
const TIMEOUT = 20;

/** Checks a picture, and draws it again upright with a thumbnail. Returns why it is refused if it cannot be read or is too large. */
export async function checkPicture(bytes: Uint8Array): Promise<CheckedFile | FileRefusal> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isMovingWebp(file)) return 'MOVING_PICTURE';
  try {
    return await drawAgain(isWebp(file) ? pixelsOfWebp(file) : withoutMetadata(file));
  } catch {
    // The decoder fails if the file is broken or crafted to break it.
    return 'NOT_A_PICTURE';
  }
}

async function drawAgain(pixels: Buffer): Promise<CheckedFile | FileRefusal> {
  const sharp = await loadSharp();
  // The size is compared here, for a reason that can be said.
  const { width, height, format } = await sharp(pixels, { limitInputPixels: false }).metadata();
  if (width * height > PICTURE_PIXELS_MAX) return 'TOO_MANY_PIXELS';
  const upright = () =>
    sharp(pixels, { limitInputPixels: PICTURE_PIXELS_MAX })
      .autoOrient()
      .toColorspace('srgb')
      .timeout({ seconds: TIMEOUT });
  const { data, info } = await encoded(upright(), format);
  const thumbnail = await upright()
    .resize({
      width: THUMBNAIL_SIDE,
      height: THUMBNAIL_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer();
  // A drawing in PNG can become larger than it was.
  if (data.length > FILE_BYTES_MAX) return 'TOO_LARGE';
  return {
    content: data,
    type: TYPES[info.format] ?? 'image/jpeg',
    width: info.width,
    height: info.height,
    thumbnail,
  };
}

const TYPES: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

function encoded(picture: Sharp, format: string) {
  if (format === 'png') return picture.png().toBuffer({ resolveWithObject: true });
  if (format === 'webp')
    return picture.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
  return picture.jpeg({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
}
