import { describe, expect, test } from '@jest/globals';
import { faultOfContent, faultOfFile, fitWithin } from '../../../web/src/ui/pictures.ts';

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });

describe('a chosen file', () => {
  test('is a picture by its kind', () => {
    expect(faultOfFile(file('me.jpg', 'image/jpeg'))).toBeUndefined();
    expect(faultOfFile(file('me.pdf', 'application/pdf'))).toBe('Please choose a picture');
    expect(faultOfFile(file('notes', ''))).toBe('Please choose a picture');
  });

  test('may be what an iPhone makes, on systems that do not know its kind', () => {
    expect(faultOfFile(file('IMG_0001.HEIC', ''))).toBeUndefined();
    expect(faultOfContent(file('IMG_0001.HEIC', ''))).toMatch(/HEIC/);
    expect(faultOfContent(file('IMG_0001.heic', 'image/heic'))).toMatch(/HEIC/);
  });

  test('is not unpacked when no phone could have made it', () => {
    expect(faultOfFile(file('scan.png', 'image/png', 50_000_001))).toMatch(/too large/);
  });

  test('that is damaged is said to be', () => {
    expect(faultOfContent(file('me.jpg', 'image/jpeg'))).toMatch(/damaged/);
  });
});

describe('the size of a picture in a text', () => {
  test('fits the longer side and keeps the shape', () => {
    expect(fitWithin({ width: 4_000, height: 3_000 }, 1_200)).toEqual({
      width: 1_200,
      height: 900,
    });
    expect(fitWithin({ width: 3_000, height: 4_000 }, 1_200)).toEqual({
      width: 900,
      height: 1_200,
    });
  });

  test('is never made larger, and never nothing', () => {
    expect(fitWithin({ width: 40, height: 30 }, 1_200)).toEqual({ width: 40, height: 30 });
    expect(fitWithin({ width: 9_000, height: 1 }, 1_200)).toEqual({ width: 1_200, height: 1 });
  });
});
