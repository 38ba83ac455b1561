import { inflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { invalidInput } from '../../shared/refusals.ts';
import {
  AVATAR_TOO_LARGE,
  dataUrlBody,
  NOT_A_PICTURE,
  PICTURE_SIDE_MAX,
  PICTURE_TOO_MUCH_WORK,
} from '../../shared/rules/profiles/pictures.ts';
import { surveyJpeg } from './jpeg-survey.ts';

/*
 * Untrusted pictures. The first bytes of a file decide its type, not what it claims to be, and what a
 * decoder would have to do for it is computed before it begins (docs/product/chat.md#pictures). The stored picture is encoded again from the pixels, so nothing else that the file contained
 * (locations, names, an appended file) is ever stored.
 */

/** A decoded picture: red, green, blue and alpha for each pixel. */
export type Bitmap = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
};

/** TOO_MUCH_WORK: reading it would keep the processor busy for longer than WORK_MAX. */
export type Unreadable = 'NOT_A_PICTURE' | 'TOO_LARGE' | 'TOO_MUCH_WORK';

/** The JPEG quality. At the size of a screen there is no visible difference to a higher one. */
const QUALITY = 85;
const PIXELS_MAX = PICTURE_SIDE_MAX ** 2;
/**
 * The processor time (µs) that a decoder may need for a picture. It is computed from the pixels, blocks and scans that the file
 * announces, not measured, so the same file always gets the same answer.
 */
const WORK_MAX = 300_000;
/** The memory that the decoder may use for the largest of these pictures. */
const DECODER_MEGABYTES = 512;

/**
 * Converts a PNG or JPEG to a new JPEG: upright, with a longer side of at most `side` pixels.
 */
export function redraw(
  bytes: Uint8Array,
  side: number,
): { readonly jpeg: Uint8Array; readonly width: number; readonly height: number } | Unreadable {
  const read = readPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (typeof read === 'string') return read;
  const drawn = turn(shrink(onWhite(read.bitmap), side), read.orientation);
  const { data } = jpeg.encode({ ...drawn }, QUALITY);
  return { jpeg: data, width: drawn.width, height: drawn.height };
}

/**
 * Converts the data URL of an upload to a new JPEG, as `redraw` does. Refuses with INVALID_INPUT at the field `base64Image` what
 * is no picture or too large.
 */
export function redrawUpload(base64Image: string, side: number) {
  const drawn = redraw(Buffer.from(dataUrlBody(base64Image), 'base64'), side);
  if (typeof drawn !== 'string') return drawn;
  throw invalidInput({ base64Image: REFUSALS[drawn] });
}

const REFUSALS: Record<Unreadable, string> = {
  NOT_A_PICTURE,
  TOO_LARGE: AVATAR_TOO_LARGE,
  TOO_MUCH_WORK: PICTURE_TOO_MUCH_WORK,
};

type Read = { readonly bitmap: Bitmap; readonly orientation: number };

function readPicture(bytes: Buffer): Read | Unreadable {
  try {
    if (bytes.subarray(0, 8).equals(PNG_START)) return readPng(bytes);
    if (bytes.subarray(0, 3).equals(JPEG_START)) return readJpeg(bytes);
  } catch {
    // The decoder fails if the file is broken or crafted to break it.
  }
  return 'NOT_A_PICTURE';
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

const isTooLarge = (width: number, height: number) =>
  width > PICTURE_SIDE_MAX || height > PICTURE_SIDE_MAX;

function readPng(bytes: Buffer): Read | Unreadable {
  const chunks = chunksOf(bytes);
  const headers = chunks.filter(({ type }) => type === 'IHDR');
  const [header] = chunks;
  // The decoder would use the last header and allocate memory for it.
  if (header?.type !== 'IHDR' || headers.length > 1 || header.data.length !== 13)
    return 'NOT_A_PICTURE';
  const width = header.data.readUInt32BE(0);
  const height = header.data.readUInt32BE(4);
  if (isTooLarge(width, height)) return 'TOO_LARGE';
  if (PIXEL_TIME * width * height > WORK_MAX) return 'TOO_MUCH_WORK';
  // The decoder inflates interlaced rows without a limit.
  if (header.data[12] !== 0) unpackWithin(chunks, 8 * width * height + 4 * (width + height) + 64);
  return { bitmap: PNG.sync.read(Buffer.concat(chunks.map(({ whole }) => whole))), orientation: 1 };
}

/** The time (µs) that the PNG decoder needs for a pixel of the most expensive kind: 16 bits, four channels, filtered. */
const PIXEL_TIME = 0.115;
/** The chunks of a PNG; encoders write its data in pieces of eight kilobytes or more. */
const CHUNKS_MAX = 2_000;

type Chunk = { readonly type: string; readonly data: Buffer; readonly whole: Buffer };

/** Returns the chunks of a PNG up to its end; the first includes the signature. Throws if one is truncated. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  for (let at = PNG_START.length; ; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new Error('a chunk is cut off');
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, end - 4);
    chunks.push({ type, data, whole: bytes.subarray(from, end) });
    if (chunks.length > CHUNKS_MAX) throw new Error('too many chunks');
    if (type === 'IEND') return chunks;
    at = end;
    from = end;
  }
}

function unpackWithin(chunks: readonly Chunk[], maxOutputLength: number): void {
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  inflateSync(Buffer.concat(packed), { maxOutputLength });
}

function readJpeg(bytes: Buffer): Read | Unreadable {
  const { width, height, orientation, work } = surveyJpeg(bytes);
  if (isTooLarge(width, height)) return 'TOO_LARGE';
  if (work > WORK_MAX) return 'TOO_MUCH_WORK';
  const bitmap = jpeg.decode(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    tolerantDecoding: false,
    maxResolutionInMP: PIXELS_MAX / 1_000_000,
    maxMemoryUsageInMB: DECODER_MEGABYTES,
  });
  return { bitmap, orientation };
}

/** Draws the picture on white, because a JPEG has no transparency. */
function onWhite({ width, height, data }: Bitmap): Bitmap {
  // A clamped array rounds its values.
  const drawn = new Uint8ClampedArray(data);
  for (let at = 3; at < drawn.length; at += 4) {
    const alpha = drawn[at] ?? 255;
    if (alpha === 255) continue;
    for (let color = at - 3; color < at; color += 1)
      drawn[color] = ((drawn[color] ?? 0) * alpha + 255 * (255 - alpha)) / 255;
    drawn[at] = 255;
  }
  return { width, height, data: drawn };
}

/** Shrinks the picture to a longer side of at most `side` pixels. Each new pixel is the mean of the pixels that it covers. */
function shrink(bitmap: Bitmap, side: number): Bitmap {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  if (scale === 1) return bitmap;
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  return narrow(narrow(bitmap, width, 'across'), height, 'down');
}

/** Resizes one dimension to `length`. Each old pixel counts by the share of the new pixel that it covers. */
function narrow({ width, height, data }: Bitmap, length: number, way: 'across' | 'down'): Bitmap {
  const across = way === 'across';
  const [before, lines] = across ? [width, height] : [height, width];
  const [drawnWidth, drawnHeight] = across ? [length, height] : [width, length];
  const [step, lineStep] = across ? [4, 4 * width] : [4 * width, 4];
  const [drawnStep, drawnLineStep] = across ? [4, 4 * length] : [4 * width, 4];
  // A clamped array rounds its values.
  const drawn = new Uint8ClampedArray(4 * drawnWidth * drawnHeight);
  for (let place = 0; place < length; place += 1) {
    const { first, shares } = sharesOf(place, before / length, before);
    for (let line = 0; line < lines; line += 1)
      for (let color = 0; color < 4; color += 1) {
        let at = line * lineStep + first * step + color;
        let sum = 0;
        for (const share of shares) {
          sum += share * (data[at] ?? 0);
          at += step;
        }
        drawn[line * drawnLineStep + place * drawnStep + color] = sum;
      }
  }
  return { width: drawnWidth, height: drawnHeight, data: drawn };
}

/** The old pixels that a new pixel covers, each with its share; the shares sum to one. */
function sharesOf(place: number, ratio: number, before: number) {
  const start = place * ratio;
  const end = Math.min(before, start + ratio);
  const first = Math.floor(start);
  const shares: number[] = [];
  for (let at = first; at < end; at += 1)
    shares.push((Math.min(end, at + 1) - Math.max(start, at)) / (end - start));
  return { first, shares };
}

/** Turns a picture upright that was stored mirrored or rotated, by its EXIF orientation. */
function turn(bitmap: Bitmap, orientation: number): Bitmap {
  if (orientation === 1) return bitmap;
  const { width, height, data } = bitmap;
  const onSide = orientation >= 5;
  const fromRight = [2, 3, 7, 8].includes(orientation);
  const fromBelow = [3, 4, 6, 7].includes(orientation);
  const [drawnWidth, drawnHeight] = onSide ? [height, width] : [width, height];
  const drawn = new Uint8ClampedArray(data.length);
  for (let y = 0; y < drawnHeight; y += 1)
    for (let x = 0; x < drawnWidth; x += 1) {
      const [alongX, alongY] = onSide ? [y, x] : [x, y];
      const fromX = fromRight ? width - 1 - alongX : alongX;
      const fromY = fromBelow ? height - 1 - alongY : alongY;
      const from = 4 * (fromY * width + fromX);
      drawn.set(data.subarray(from, from + 4), 4 * (y * drawnWidth + x));
    }
  return { width: drawnWidth, height: drawnHeight, data: drawn };
}
