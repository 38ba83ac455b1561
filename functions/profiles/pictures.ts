import { invalidInput } from '#shared/refusals.ts';
import {
  AVATAR_TOO_LARGE,
  dataUrlBody,
  NOT_A_PICTURE,
  PICTURE_SIDE_MAX,
  PICTURE_TOO_MUCH_WORK,
} from '#shared/rules/profiles/pictures.ts';
import { loadSharp } from '../sharp.ts';
import { withoutMetadata } from './picture-parts.ts';

/*
 * Untrusted pictures. The first bytes of a file decide its type, not what it claims to be, and its size is checked before it is
 * decoded (docs/product/chat.md#pictures). The stored picture is encoded again from the pixels, so nothing else that the file
 * contained (locations, names, an appended file) is ever stored.
 */

/** A picture as it is stored. */
export type Drawn = {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
};

/** TOO_MUCH_WORK: reading it would keep the processor busy for too long. */
export type Unreadable = 'NOT_A_PICTURE' | 'TOO_LARGE' | 'TOO_MUCH_WORK';

/** The JPEG quality. At the size of a screen there is no visible difference to a higher one. */
const QUALITY = 85;
/** Of nine million pixels, the colors of print and 16 bits of each color take 350 ms; others take half of it at most. */
const COSTLY_PIXELS_MAX = 3_000_000;
/** How long the decoder may take, in seconds; for files that are slow in a way that the other limits do not know. */
const TIMEOUT = 5;

/**
 * Converts a PNG or JPEG to a new JPEG: upright, on white, with a longer side of at most `side` pixels.
 */
export async function redraw(bytes: Uint8Array, side: number): Promise<Drawn | Unreadable> {
  const sharp = await loadSharp();
  try {
    const pixels = withoutMetadata(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const { width, height, space, depth } = await sharp(pixels, {
      // The size is compared below, for a reason that can be said.
      limitInputPixels: false,
    }).metadata();
    if (Math.max(width, height) > PICTURE_SIDE_MAX) return 'TOO_LARGE';
    const isCostly = space === 'cmyk' || depth === 'ushort';
    if (isCostly && width * height > COSTLY_PIXELS_MAX) return 'TOO_MUCH_WORK';
    const { data, info } = await sharp(pixels, { limitInputPixels: PICTURE_SIDE_MAX ** 2 })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .timeout({ seconds: TIMEOUT })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch (fault) {
    // The decoder fails if the file is broken or crafted to break it.
    return /^timeout/.test((fault as Error).message) ? 'TOO_MUCH_WORK' : 'NOT_A_PICTURE';
  }
}

/**
 * Converts the data URL of an upload to a new JPEG, as `redraw` does. Refuses with INVALID_INPUT at the field `base64Image` what
 * is no picture or too large.
 */
export async function redrawUpload(base64Image: string, side: number): Promise<Drawn> {
  const drawn = await redraw(Buffer.from(dataUrlBody(base64Image), 'base64'), side);
  if (typeof drawn !== 'string') return drawn;
  throw invalidInput({ base64Image: REFUSALS[drawn] });
}

const REFUSALS: Record<Unreadable, string> = {
  NOT_A_PICTURE,
  TOO_LARGE: AVATAR_TOO_LARGE,
  TOO_MUCH_WORK: PICTURE_TOO_MUCH_WORK,
};
