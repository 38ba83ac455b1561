import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';

/* Pictures for tests, made as a browser would make them. */

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

/** As a canvas or an editor hands it over. `type` is what it claims to be. */
export function dataUrlOf(bytes: Uint8Array, type = 'image/png'): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
