import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { contentError, fileError, fitWithin, openPicture } from '#web/ui/pictures.ts';

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });

describe('a chosen file', () => {
  test('is accepted by its image type', () => {
    expect(fileError(file('me.jpg', 'image/jpeg'))).toBeUndefined();
    expect(fileError(file('me.pdf', 'application/pdf'))).toBe('Please choose a picture');
    expect(fileError(file('notes', ''))).toBe('Please choose a picture');
  });

  test('may be HEIC, even if the system does not know its type', () => {
    expect(fileError(file('IMG_0001.HEIC', ''))).toBeUndefined();
    expect(contentError(file('IMG_0001.HEIC', ''))).toMatch(/HEIC/);
    expect(contentError(file('IMG_0001.heic', 'image/heic'))).toMatch(/HEIC/);
  });

  test('is not decoded if it is larger than a phone’s photos can be', () => {
    expect(fileError(file('scan.png', 'image/png', 50_000_001))).toMatch(/too large/);
  });

  test('returns an error if it is damaged', () => {
    expect(contentError(file('me.jpg', 'image/jpeg'))).toMatch(/damaged/);
  });
});

describe('the size of a picture in a text', () => {
  test('fits the longer side and keeps the proportions', () => {
    expect(fitWithin({ width: 4_000, height: 3_000 }, 1_200)).toEqual({
      width: 1_200,
      height: 900,
    });
    expect(fitWithin({ width: 3_000, height: 4_000 }, 1_200)).toEqual({
      width: 900,
      height: 1_200,
    });
  });

  test('is never enlarged and never zero', () => {
    expect(fitWithin({ width: 40, height: 30 }, 1_200)).toEqual({ width: 40, height: 30 });
    expect(fitWithin({ width: 9_000, height: 1 }, 1_200)).toEqual({ width: 1_200, height: 1 });
  });
});

describe('opening a picture', () => {
  const file = new File(['…'], 'me.jpg', { type: 'image/jpeg' });
  const bitmap = { width: 4, height: 2 } as ImageBitmap;
  const decode =
    jest.fn<(file: ImageBitmapSource, options?: ImageBitmapOptions) => Promise<ImageBitmap>>();
  beforeEach(() => {
    decode.mockReset();
    globalThis.createImageBitmap = decode as typeof createImageBitmap;
  });

  test('repeats without options in a browser that rejects them', async () => {
    decode.mockRejectedValueOnce(new TypeError('Type error')).mockResolvedValueOnce(bitmap);
    expect(await openPicture(file)).toBe(bitmap);
    expect(decode.mock.calls).toEqual([[file, { imageOrientation: 'from-image' }], [file]]);
  });

  test('reports a picture that no browser can open', async () => {
    decode.mockRejectedValue(new Error('damaged'));
    await expect(openPicture(file)).rejects.toThrow(contentError(file));
  });
});
