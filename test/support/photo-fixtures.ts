import { encode } from 'jpeg-js';

/* Photos as a phone takes them: stored as the sensor was held, with an EXIF orientation. */

export const RED = [200, 30, 30] as const;
export const BLUE = [30, 60, 200] as const;

/** The EXIF orientation for "rotate 90° clockwise to display". */
const QUARTER_TURN = 6;

/** A JPEG that displays as `width` × `height`, red on the left and blue on the right, stored rotated. */
export function photoOf(width: number, height: number): Buffer {
  // Rotated clockwise, the bottom of the stored image becomes the left of the displayed one.
  const stored = { width: height, height: width, data: Buffer.alloc(width * height * 4, 255) };
  for (let row = 0; row < stored.height; row++) {
    const [red, green, blue] = row >= stored.height / 2 ? RED : BLUE;
    for (let column = 0; column < stored.width; column++) {
      const at = (row * stored.width + column) * 4;
      stored.data.set([red, green, blue], at);
    }
  }
  const jpeg = Buffer.from(encode(stored, 90).data);
  // After the marker that starts every JPEG.
  return Buffer.concat([jpeg.subarray(0, 2), orientation(QUARTER_TURN), jpeg.subarray(2)]);
}

/** An EXIF segment with this orientation. */
function orientation(value: number): Buffer {
  const tiff = Buffer.from([
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    value,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), length, content]);
}
