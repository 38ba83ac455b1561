import { deflateSync } from 'node:zlib';
import { chunk, pngOf } from './image-fixtures.ts';

/* Pictures of few bytes that a decoder reads to their end, however much work the file asks of it. */

export type CraftedJpeg = {
  readonly width: number;
  readonly height: number;
  /** The sampling factors of each component, such as 0x22. */
  readonly sampling?: readonly number[];
  readonly scans?: number;
  readonly progressive?: boolean;
  /** The components of each scan; by default all. */
  readonly scanned?: readonly number[];
  /** Segments before the frame. */
  readonly before?: readonly Buffer[];
  /** What follows the last segment before the first scan. */
  readonly stray?: Buffer;
};

/** A gray JPEG whose blocks take two bits each, so that the decoder finds nothing wrong with it. */
export function craftedJpeg({
  width,
  height,
  sampling = [0x22, 0x11, 0x11],
  scans = 1,
  progressive = false,
  scanned = sampling.map((_, nth) => nth + 1),
  before = [],
  stray = Buffer.alloc(0),
}: CraftedJpeg): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const components = sampling.flatMap((factors, nth) => [nth + 1, factors, 0]);
  const frame = segment(progressive ? 0xc2 : 0xc0, [8, ...size, sampling.length, ...components]);
  const [start, end] = progressive ? [0, 0] : [0, 63];
  const scan = Buffer.concat([
    segment(0xda, [scanned.length, ...scanned.flatMap((id) => [id, 0]), start, end, 0]),
    Buffer.alloc(120_000),
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...before,
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    frame,
    oneCode(0x00),
    oneCode(0x10),
    stray,
    ...Array.from({ length: scans }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function segment(marker: number, body: readonly number[]): Buffer {
  const length = body.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...body]);
}

/** A Huffman table with a single code, of one bit. By default it means 0. */
const oneCode = (table: number, symbol = 0): Buffer =>
  segment(0xc4, [table, 1, ...Array.from({ length: 15 }, () => 0), symbol]);

/** A valid gray progressive JPEG, whose scans take 30 bytes each: one symbol skips 16,384 blocks. At most 2,457 scans. */
export function progressiveJpeg({ side, scans }: { side: number; scans: number }): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  const ids = [1, 2, 3];
  const steps = Array.from({ length: 13 }, (_, nth) => 13 - nth).flatMap((bit) =>
    Array.from({ length: 63 }, (_, nth) => ({ bit, place: nth + 1 })),
  );
  // Each scan adds one bit of one coefficient of one component.
  const refinements = steps
    .flatMap(({ bit, place }) => ids.map((id) => ({ bit, place, id })))
    .slice(0, scans - 1);
  const size = [side >> 8, side & 255, side >> 8, side & 255];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, ...size, 3, ...ids.flatMap((id) => [id, 0x11, 0])]),
    oneCode(0x00),
    oneCode(0x10, 0xe0),
    segment(0xda, [3, ...ids.flatMap((id) => [id, 0]), 0, 0, 0]),
    Buffer.alloc(Math.ceil((blocks * 3) / 8)),
    ...refinements.flatMap(({ bit, place, id }) => [
      segment(0xda, [1, id, 0, place, place, bit === 13 ? bit : ((bit + 1) << 4) | bit]),
      Buffer.alloc(Math.ceil((Math.ceil(blocks / 16_384) * 15) / 8)),
    ]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A white PNG of these sides, of few bytes. `depth`: bits of each of the four channels. */
export function craftedPng(width: number, height: number, depth: 8 | 16 = 8): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, 6, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + (width * 4 * depth) / 8, 255).fill(0, 0, 1);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    pngOf(1, 1).subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
