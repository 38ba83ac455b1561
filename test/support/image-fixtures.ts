import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';

/* Images for tests, in the formats that browsers produce. */

type Color = readonly [red: number, green: number, blue: number, alpha?: number];
const RED: Color = [200, 40, 30];

function pixels(width: number, height: number, colorAt: (x: number, y: number) => Color) {
  const data = Buffer.alloc(4 * width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue, alpha = 255] = colorAt(x, y);
      data.set([red, green, blue, alpha], 4 * (y * width + x));
    }
  return { width, height, data };
}

export function pngOf(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => Color = () => RED,
): Buffer {
  const { data } = pixels(width, height, colorAt);
  const png = new PNG({ width, height });
  data.copy(png.data);
  return PNG.sync.write(png);
}

export function jpegOf(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => Color = () => RED,
): Buffer {
  return Buffer.from(jpeg.encode(pixels(width, height, colorAt), 90).data);
}

/** Encodes bytes as a data URL, like a canvas or the editor. `type`: the declared type, which may be wrong. */
export function dataUrlOf(bytes: Uint8Array, type = 'image/png'): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Creates a PNG chunk with its checksum. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

/** Inserts a chunk into a PNG before its first chunk of a type. */
export function withBefore(png: Buffer, type: string, added: Buffer): Buffer {
  const at = png.indexOf(type, 0, 'latin1') - 4;
  return Buffer.concat([png.subarray(0, at), added, png.subarray(at)]);
}

/** Inserts a segment at the start of a JPEG. */
export function withSegment(picture: Buffer, segment: Buffer): Buffer {
  return Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)]);
}

/** Creates an EXIF segment with the orientation of the camera, and text that a camera might add. */
export function exif({ orientation, text = '' }: { orientation: number; text?: string }): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II', 0, 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(text)]);
  const start = Buffer.from([0xff, 0xe1, 0, 0]);
  start.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([start, body]);
}

/** The CRC-32 checksum of PNG. `zlib.crc32` does not exist in the oldest supported Node.js. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A small picture, as clients send it. */
export const PICTURE = dataUrlOf(jpegOf(40, 30), 'image/jpeg');
