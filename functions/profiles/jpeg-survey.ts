/*
 * The survey of an untrusted JPEG: what its segments ask of the decoder, before it decodes anything. The decoder (jpeg-js) checks
 * little: it accepts sampling factors that no encoder writes, any number of scans and tables, and reads past the lengths of some segments.
 * So a file is read by the survey exactly as the decoder would read it, or is refused.
 */

/** What the segments of a JPEG say. */
export type JpegSurvey = {
  readonly width: number;
  readonly height: number;
  /** The EXIF orientation, 1 to 8; 1 is upright. */
  readonly orientation: number;
  /** The processor time (µs) that the decoder needs at most, estimated from what it counts up to. */
  readonly work: number;
};

/** The time (µs) that the decoder needs for a block of 8 × 8 samples: it allocates, transforms and draws it. */
const BLOCK_TIME = 1.6;
/** The time (µs) for each block of a scan, of which a progressive picture has several: a refinement looks at all 64 coefficients. */
const SCANNED_BLOCK_TIME = 0.15;
/** The time (µs) for a byte of the file, which is eight bits of the decoder's tree of codes. */
const BYTE_TIME = 0.04;
/** Bytes of tables: baseline pictures have under a thousand; a progressive one has at most 273 for each of its scans. */
const TABLE_BYTES_MAX = 16_384;
/** A segment holds 64 kB of metadata at most, so files of two megabytes have some dozens. */
const SEGMENTS_MAX = 1_000;
/** Cameras and editors write one scan, or about ten in a progressive picture. */
const SCANS_MAX = 40;
/** The blocks in a unit of interleaved samples (ITU T.81, B.2.3). */
const UNIT_BLOCKS_MAX = 10;

type Component = { readonly id: number; readonly across: number; readonly down: number };
type Frame = {
  readonly width: number;
  readonly height: number;
  readonly components: readonly Component[];
};

/** Where the survey is, and what it has read. */
type Progress = {
  frame: Frame | undefined;
  orientation: number;
  segments: number;
  tableBytes: number;
  scans: number;
  scannedBlocks: number;
};

/** Reads the segments of a JPEG. Throws if it is cut off, not as an encoder writes it, or ambiguous. */
export function surveyJpeg(bytes: Buffer): JpegSurvey {
  const progress: Progress = {
    frame: undefined,
    orientation: 1,
    segments: 0,
    tableBytes: 0,
    scans: 0,
    scannedBlocks: 0,
  };
  let at = 2;
  for (;;) {
    // The decoder searches for a marker only in scan data. Elsewhere it would read other bytes in its own way.
    require(bytes.readUInt8(at) === 0xff, 'a segment is followed by other bytes');
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) break;
    at = readSegment(bytes, at + 2, marker, progress);
  }
  const { frame, orientation, scannedBlocks } = progress;
  require(frame !== undefined, 'no frame');
  const blocks = sum(frame.components.map((one) => blocksOf(frame, one)));
  const work = BLOCK_TIME * blocks + SCANNED_BLOCK_TIME * scannedBlocks + BYTE_TIME * bytes.length;
  return { width: frame.width, height: frame.height, orientation, work };
}

const END = 0xd9;
const SCAN = 0xda;
const QUANTIZATION = 0xdb;
const RESTART = 0xdd;
const HUFFMAN = 0xc4;
const COMMENT = 0xfe;
/** Baseline, extended and progressive: the frames that the decoder reads. */
const FRAMES = [0xc0, 0xc1, 0xc2];

/** Reads a segment whose length is at `at`, with the scan data that follows it, and returns the place of the next marker. */
function readSegment(bytes: Buffer, at: number, marker: number, progress: Progress): number {
  const length = bytes.readUInt16BE(at);
  const end = at + length;
  require(length >= 2 && end <= bytes.length, 'a segment is cut off');
  progress.segments += 1;
  require(progress.segments <= SEGMENTS_MAX, 'too many segments');
  const segment = bytes.subarray(at + 2, end);
  if (FRAMES.includes(marker)) {
    require(progress.frame === undefined, 'a second frame');
    progress.frame = frameIn(segment);
  } else if (marker === SCAN) {
    progress.scans += 1;
    require(progress.scans <= SCANS_MAX, 'too many scans');
    progress.scannedBlocks += scannedBlocksIn(segment, progress.frame);
    return endOfScan(bytes, end);
  } else if (marker === HUFFMAN || marker === QUANTIZATION) {
    progress.tableBytes += segment.length;
    require(progress.tableBytes <= TABLE_BYTES_MAX, 'too many tables');
    require(tablesFill(segment, marker), 'a table is cut off');
  } else if (marker === RESTART)
    require(segment.length === 2, 'a restart interval of another length');
  else if (marker === 0xe1) progress.orientation = orientationIn(segment) ?? progress.orientation;
  else require((marker >= 0xe0 && marker <= 0xef) || marker === COMMENT, 'an unknown segment');
  return end;
}

function frameIn(segment: Buffer): Frame {
  const height = segment.readUInt16BE(1);
  const width = segment.readUInt16BE(3);
  const count = segment.readUInt8(5);
  // Gray, the three colors of photos, or the four of print.
  require(count === 1 || count === 3 || count === 4, 'an unusual number of components');
  require(segment.length === 6 + 3 * count, 'a frame of another length');
  require(width > 0 && height > 0, 'no pixels');
  const components = Array.from({ length: count }, (_, nth) => {
    const factors = segment.readUInt8(7 + 3 * nth);
    return { id: segment.readUInt8(6 + 3 * nth), across: factors >> 4, down: factors & 15 };
  });
  require(new Set(components.map(({ id }) => id)).size === count, 'a component twice');
  requireUsualSampling(components);
  return { width, height, components };
}

/**
 * Throws unless the first component has the most samples and each other one has the same number, a half or a quarter of them in each
 * direction, as encoders write it. Only then the decoder works on as many blocks as there are pixels.
 */
function requireUsualSampling(components: readonly Component[]): void {
  const [first] = components;
  require(first !== undefined, 'no components');
  for (const { across, down } of components)
    require([1, 2, 4].includes(across) &&
      [1, 2, 4].includes(down) &&
      across <= first.across &&
      down <= first.down, 'unusual sampling factors');
  const blocks = sum(components.map(({ across, down }) => across * down));
  require(components.length === 1 || blocks <= UNIT_BLOCKS_MAX, 'unusual sampling factors');
}

/** The blocks of a component, as the decoder allocates them: whole units in both directions. */
function blocksOf({ width, height, components }: Frame, { across, down }: Component): number {
  const mostAcross = Math.max(...components.map((one) => one.across));
  const mostDown = Math.max(...components.map((one) => one.down));
  return Math.ceil(width / 8 / mostAcross) * across * Math.ceil(height / 8 / mostDown) * down;
}

/** The number of blocks that a scan goes through. */
function scannedBlocksIn(segment: Buffer, frame: Frame | undefined): number {
  require(frame !== undefined, 'a scan before its frame');
  const count = segment.readUInt8(0);
  require(count >= 1 && segment.length === 4 + 2 * count, 'a scan of another length');
  const ids = Array.from({ length: count }, (_, nth) => segment.readUInt8(1 + 2 * nth));
  require(new Set(ids).size === count, 'a component twice in a scan');
  const scanned = frame.components.filter(({ id }) => ids.includes(id));
  require(scanned.length === count, 'a scan of an unknown component');
  return sum(scanned.map((one) => blocksOf(frame, one)));
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

/** Whether the tables of a segment end exactly where it ends. */
function tablesFill(segment: Buffer, marker: number): boolean {
  let at = 0;
  while (at < segment.length) {
    if (marker === QUANTIZATION) at += segment.readUInt8(at) >> 4 === 0 ? 65 : 129;
    else at += 17 + sum([...segment.subarray(at + 1, at + 17)]);
  }
  return at === segment.length;
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

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

function require(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
