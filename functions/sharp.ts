import type Sharp from 'sharp';

/* sharp with the decoders of PNG, JPEG and WebP only. */

let loading: Promise<typeof Sharp> | undefined;

/** Returns sharp. It is loaded with the first picture, because most calls of a function that may get one have none. */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // A JPEG can be read by other decoders too, by what its metadata says.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  });
  // No call reads the picture of another, and a function has one processor.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
