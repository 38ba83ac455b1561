/*
 * The parts of an untrusted PNG or JPEG that its pixels need. The decoder would also read the others, before it says how large a
 * picture is: a PNG of 1.6 MB with compressed texts took six seconds and 1.9 GB, a JPEG of 65 kB whose EXIF directory refers to
 * itself eight seconds. So it gets neither texts, profiles nor EXIF data, except for the orientation.
 */

/** Returns the file without its metadata. Throws if it is no PNG or JPEG, or not as an encoder writes it. */
export function withoutMetadata(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 8).equals(PNG_START)) return pixelsOfPng(bytes);
  require(bytes.subarray(0, 3).equals(JPEG_START), 'another type');
  return pixelsOfJpeg(bytes);
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

const PNG_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

function pixelsOfPng(bytes: Buffer): Buffer {
  const parts: Buffer[] = [PNG_START];
  for (let at = PNG_START.length; ; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    require(end <= bytes.length, 'a chunk is cut off');
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (PNG_CHUNKS.includes(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
}

const END = 0xd9;
const SCAN = 0xda;
const EXIF = 0xe1;
const COMMENT = 0xfe;
/** Frames (baseline, extended, progressive; no arithmetic coding), their tables, and the segments that say what the colors are. */
const JPEG_SEGMENTS = [0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, 0xe0, 0xee];
/** Cameras and editors write one scan, or about ten in a progressive picture. 2,400 in a file of 118 kB took three seconds. */
const SCANS_MAX = 40;

function pixelsOfJpeg(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let orientation = 1;
  let scans = 0;
  for (let at = 2; ; ) {
    require(bytes.readUInt8(at) === 0xff, 'a segment is followed by other bytes');
    const marker = bytes.readUInt8(at + 1);
    if (marker === END) break;
    // Any number of fill bytes can be before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    require(end >= at + 4 && end <= bytes.length, 'a segment is cut off');
    const next = marker === SCAN ? endOfScan(bytes, end) : end;
    if (marker === SCAN) scans += 1;
    require(scans <= SCANS_MAX, 'too many scans');
    if (marker === EXIF) orientation = orientationIn(bytes.subarray(at + 4, end)) ?? orientation;
    if (marker === SCAN || JPEG_SEGMENTS.includes(marker)) parts.push(bytes.subarray(at, next));
    else require((marker >= 0xe0 && marker <= 0xef) || marker === COMMENT, 'an unknown segment');
    at = next;
  }
  const start = Buffer.from([0xff, 0xd8]);
  return Buffer.concat([start, exifWith(orientation), ...parts, Buffer.from([0xff, END])]);
}

/** Pixels, their alpha channel, and the header of a picture that has more than one part. */
const WEBP_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH'];
/** The flags of a header for a color profile, EXIF data, XMP data and frames, whose chunks are left out. */
const LEFT_OUT = 0x20 | 0x08 | 0x04 | 0x02;

/** Returns a WebP file without its metadata. Throws if it is none, not as an encoder writes it, or moves. */
export function pixelsOfWebp(bytes: Buffer): Buffer {
  require(isWebp(bytes), 'another type');
  const parts: Buffer[] = [];
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  for (let at = 12; at < end; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const next = at + 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2);
    require(next <= bytes.length, 'a chunk is cut off');
    require(type !== 'ANIM' && type !== 'ANMF', 'a moving picture');
    if (WEBP_CHUNKS.includes(type)) parts.push(chunkOf(type, bytes.subarray(at, next)));
    at = next;
  }
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), size, body]);
}

export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

/** Whether a WebP file has frames. */
export const isMovingWebp = (bytes: Buffer): boolean =>
  isWebp(bytes) &&
  bytes.toString('latin1', 12, 16) === 'VP8X' &&
  (bytes.readUInt8(20) & 0x02) !== 0;

function chunkOf(type: string, chunk: Buffer): Buffer {
  if (type !== 'VP8X') return chunk;
  const header = Buffer.from(chunk);
  header.writeUInt8(header.readUInt8(8) & ~LEFT_OUT, 8);
  return header;
}

/** The place of the marker that ends scan data, in which only restart markers occur. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; ; at += 2) {
    at = bytes.indexOf(0xff, at);
    require(at >= 0, 'the picture has no end');
    const marker = bytes.readUInt8(at + 1);
    if (marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return at;
  }
}

const ORIENTATION_TAG = 0x0112;
/** The entries of an EXIF directory that are read; cameras write about twenty. */
const ENTRIES_MAX = 1_000;

/** Returns the orientation of the picture from the first directory of an EXIF segment. */
function orientationIn(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = short(little ? 4 : 6);
  for (let entry = 0; entry < Math.min(short(directory), ENTRIES_MAX); entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (short(at) !== ORIENTATION_TAG) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** An EXIF segment of one directory with one entry: the orientation. */
function exifWith(orientation: number): Buffer {
  const header = [0xff, EXIF, 0, 34, ...Buffer.from('Exif\0\0MM'), 0, 42, 0, 0, 0, 8];
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  return Buffer.from([...header, 0, 1, ...entry, 0, 0, 0, 0]);
}

function require(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
