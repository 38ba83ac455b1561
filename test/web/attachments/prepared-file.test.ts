import { deflateSync } from 'node:zlib';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pngWithoutMetadata } from '#web/features/attachments/png-metadata.ts';
import { drawableSize, prepareFile } from '#web/features/attachments/prepared-file.ts';

/* jsdom decodes no picture: what the browser does is played, and e2e tests have real pictures. */

const part = (type: string, content: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(12 + content.length);
  new DataView(bytes.buffer).setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(content, 8);
  return bytes;
};
const text = (words: string) => new TextEncoder().encode(words);
const png = (...more: Uint8Array[]) =>
  Uint8Array.from([
    0x89,
    0x50,
    0x4e,
    0x47,
    0x0d,
    0x0a,
    0x1a,
    0x0a,
    ...part('IHDR', new Uint8Array(13)),
    ...more.flatMap((one) => [...one]),
    ...part('IDAT', deflateSync(new Uint8Array(4))),
    ...part('IEND', new Uint8Array(0)),
  ]);

describe('a PNG', () => {
  test('keeps its pixels and loses what says where and when', () => {
    const said = png(
      part('eXIf', text('48.2N')),
      part('tEXt', text('Author')),
      part('tIME', text('2026')),
    );
    expect(pngWithoutMetadata(said)).toEqual(png());
  });

  test('keeps what it is drawn with', () => {
    const drawn = png(part('iCCP', text('Display P3')), part('tRNS', text('0')));
    expect(pngWithoutMetadata(drawn)).toEqual(drawn);
  });

  test('is not understood if it is cut or something else', () => {
    expect(pngWithoutMetadata(png().subarray(0, -6))).toBeUndefined();
    expect(pngWithoutMetadata(text('GIF89a'))).toBeUndefined();
  });

  test('is prepared as a PNG, without a canvas', async () => {
    const file = new File([png(part('eXIf', text('48.2N')))], 'Screenshot.png', {
      type: 'image/png',
    });
    const prepared = await prepareFile(file);
    expect(prepared).toMatchObject({ kind: 'picture', name: 'Screenshot.png' });
    expect(prepared.blob.type).toBe('image/png');
    expect(prepared.blob.size).toBe(png().length);
  });
});

describe('a photo', () => {
  const drawn = { width: 0, height: 0, quality: 0 };
  let bytes: (quality: number) => number;
  const decode = jest.fn<() => Promise<ImageBitmap>>();
  const context = { drawImage: () => undefined, fillRect: () => undefined };
  beforeEach(() => {
    bytes = () => 3_100_000;
    decode.mockReset();
    decode.mockResolvedValue({
      width: 4_032,
      height: 3_024,
      close: () => undefined,
    } as ImageBitmap);
    globalThis.createImageBitmap = decode as unknown as typeof createImageBitmap;
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
      this: HTMLCanvasElement,
      take,
      type,
      quality = 0,
    ) {
      Object.assign(drawn, { width: this.width, height: this.height, quality });
      take(new Blob([new Uint8Array(bytes(quality))], { type: String(type) }));
    });
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
  });

  test('is encoded anew as a JPEG and says that it was HEIC', async () => {
    const prepared = await prepareFile(new File(['…'], 'IMG_1.HEIC', { type: '' }));
    expect(prepared).toMatchObject({ name: 'IMG_1.jpg', note: 'HEIC turned into JPEG' });
    expect(prepared.blob.type).toBe('image/jpeg');
    expect(drawn).toEqual({ width: 4_032, height: 3_024, quality: 0.9 });
  });

  test('is encoded with less quality if it would be too large', async () => {
    bytes = (quality) => (quality > 0.85 ? 12_000_000 : 8_000_000);
    const { blob } = await prepareFile(new File(['…'], 'a.jpg', { type: 'image/jpeg' }));
    expect([blob.size, drawn.quality]).toEqual([8_000_000, 0.8]);
  });

  test('is refused by the size that it has after being turned', async () => {
    bytes = () => 11_000_000;
    const photo = new File(['…'], 'a.jpg', { type: 'image/jpeg' });
    await expect(prepareFile(photo)).rejects.toThrow('11 MB. The limit is 10 MB.');
  });

  test('is decoded by an image where the browser refuses to make a bitmap of it', async () => {
    decode.mockRejectedValue(new Error('The source image could not be decoded.'));
    const image = jest.fn(async () => undefined);
    Object.defineProperty(HTMLImageElement.prototype, 'decode', {
      value: image,
      configurable: true,
    });
    for (const [side, length] of [
      ['naturalWidth', 30],
      ['naturalHeight', 40],
    ] as const)
      jest.spyOn(HTMLImageElement.prototype, side, 'get').mockReturnValue(length);
    await prepareFile(new File(['…'], 'a.heic', { type: 'image/heic' }));
    expect(drawn).toMatchObject({ width: 30, height: 40 });
  });

  test('is refused with what to do if the browser cannot open it', async () => {
    decode.mockRejectedValue(new Error('damaged'));
    const image = async () => Promise.reject(new Error('damaged'));
    Object.defineProperty(HTMLImageElement.prototype, 'decode', {
      value: image,
      configurable: true,
    });
    await expect(prepareFile(new File(['…'], 'a.heic', { type: 'image/heic' }))).rejects.toThrow(
      'A HEIC picture, which this browser can’t open. Save it as a JPEG first.',
    );
    await expect(prepareFile(new File(['…'], 'a.jpg', { type: 'image/jpeg' }))).rejects.toThrow(
      'This picture can’t be opened. It may be damaged.',
    );
  });

  test('is drawn no larger than a canvas of Safari can be', () => {
    expect(drawableSize({ width: 4_032, height: 3_024 })).toEqual({ width: 4_032, height: 3_024 });
    const large = drawableSize({ width: 8_064, height: 6_048 });
    expect(large.width * large.height).toBeLessThanOrEqual(16_777_216);
    expect(large.width / large.height).toBeCloseTo(4 / 3, 2);
    expect(drawableSize({ width: 20_000, height: 100 })).toEqual({ width: 8_192, height: 40 });
  });
});

test('a PDF is sent as it is', async () => {
  const file = new File(['%PDF-1.7'], 'Renewal.pdf', { type: 'application/pdf' });
  expect(await prepareFile(file)).toEqual({ kind: 'pdf', name: 'Renewal.pdf', blob: file });
});
