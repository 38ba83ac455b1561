import { inflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { invalidInput } from '../../shared/refusals.ts';
import {
  AVATAR_TOO_LARGE,
  dataUrlBody,
  NOT_A_PICTURE,
  PICTURE_SIDE_MAX,
} from '../../shared/rules/profiles/pictures.ts';

/*
 * Untrusted pictures. The first bytes of a file decide its type, not what it claims to be, and its dimensions are read before a
 * decoder allocates memory for it. The stored picture is encoded again from the pixels, so nothing else that the file contained
 * (locations, names, an appended file) is ever stored.
 */

/** A decoded picture: red, green, blue and alpha for each pixel. */
export type Bitmap = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
};

export type Unreadable = 'NOT_A_PICTURE' | 'TOO_LARGE';

/** The JPEG quality. At the size of a screen there is no visible difference to a higher one. */
const QUALITY = 85;
const PIXELS_MAX = PICTURE_SIDE_MAX ** 2;
/** The memory that the decoder may use for the largest of these pictures. */
const DECODER_MEGABYTES = 512;

/**
 * Converts a PNG or JPEG to a new JPEG: upright, with a longer side of at most `side` pixels. Takes up to a second of CPU time
 * for the largest accepted picture.
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
  throw invalidInput({ base64Image: drawn === 'TOO_LARGE' ? AVATAR_TOO_LARGE : NOT_A_PICTURE });
}

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
  // The decoder inflates interlaced rows without a limit.
  if (header.data[12] !== 0) unpackWithin(chunks, 8 * width * height + 4 * (width + height) + 64);
  return { bitmap: PNG.sync.read(Buffer.concat(chunks.map(({ whole }) => whole))), orientation: 1 };
}

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
  const { frame, scans, orientation } = surveyJpeg(bytes);
  if (!frame) return 'NOT_A_PICTURE';
  if (isTooLarge(frame.width, frame.height)) return 'TOO_LARGE';
  // The decoder processes the whole picture for each scan, even if the scan has only a few bytes.
  if (scans > SCANS_MAX) return 'NOT_A_PICTURE';
  const bitmap = jpeg.decode(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    tolerantDecoding: false,
    maxResolutionInMP: PIXELS_MAX / 1_000_000,
    maxMemoryUsageInMB: DECODER_MEGABYTES,
  });
  return { bitmap, orientation };
}

/** Cameras and editors write one scan, or about ten in a progressive picture. */
const SCANS_MAX = 40;

type Survey = {
  frame: { readonly width: number; readonly height: number } | undefined;
  scans: number;
  /** The EXIF orientation, 1 to 8; 1 is upright. */
  orientation: number;
};

/** Reads the segments of a JPEG without decoding it. Throws if one is truncated or a second frame begins. */
function surveyJpeg(bytes: Buffer): Survey {
  const survey: Survey = { frame: undefined, scans: 0, orientation: 1 };
  for (let at = 2; ; ) {
    // Skips scan data, restart markers and fill bytes up to the next marker; throws if the file is truncated here.
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw new Error('the picture has no end');
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9) return survey;
    else {
      const segment = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2));
      noteSegment(survey, marker, segment);
      at += 4 + segment.length;
    }
  }
}

function noteSegment(survey: Survey, marker: number, segment: Buffer): void {
  if (marker === 0xda) survey.scans += 1;
  if (marker === 0xe1) survey.orientation = orientationIn(segment) ?? survey.orientation;
  // A start of frame of any kind; 0xc4, 0xc8 and 0xcc are tables.
  if (marker < 0xc0 || marker > 0xcf || [0xc4, 0xc8, 0xcc].includes(marker)) return;
  if (survey.frame) throw new Error('a second frame');
  survey.frame = { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) };
}

const ORIENTATION_TAG = 0x0112;

/** Returns the orientation of the picture from the first directory of an EXIF segment. */
function orientationIn(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = short(little ? 4 : 6);
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (short(at) !== ORIENTATION_TAG) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
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
