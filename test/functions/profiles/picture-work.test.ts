import { describe, expect, test } from '@jest/globals';
import { decode } from 'jpeg-js';
import { withoutMetadata } from '#functions/profiles/picture-parts.ts';
import { redraw } from '#functions/profiles/pictures.ts';
import {
  type CraftedJpeg,
  craftedJpeg,
  craftedPng,
  progressiveJpeg,
  segment,
} from '../../support/crafted-pictures.ts';
import {
  chunk,
  dataUrlOf,
  exif,
  jpegOf,
  pngOf,
  withBefore,
  withSegment,
} from '../../support/image-fixtures.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const SIDE = 200;
const read = async (bytes: Buffer) => {
  const drawn = await redraw(bytes, SIDE);
  return typeof drawn === 'string' ? drawn : 'read';
};
/** The segment by which Adobe's programs name the four colors of print. */
const ADOBE = segment(0xee, [...Buffer.from('Adobe\0'), 100, 0, 0, 0, 0, 2]);
const jpeg = (crafted: Partial<CraftedJpeg>) =>
  read(craftedJpeg({ width: 96, height: 64, ...crafted }));

describe('a JPEG is read', () => {
  test.each<[string, Partial<CraftedJpeg>]>([
    ['in gray', { sampling: [0x11] }],
    ['in gray with the factors of a color picture', { sampling: [0x22] }],
    ['with all samples', { sampling: [0x11, 0x11, 0x11] }],
    ['with half of the colors', { sampling: [0x21, 0x11, 0x11] }],
    ['with a quarter of the colors', { sampling: [0x22, 0x11, 0x11] }],
    ['with a quarter of the colors in one direction', { sampling: [0x41, 0x11, 0x11] }],
    [
      'with the four colors of print',
      {
        sampling: [0x22, 0x11, 0x11, 0x22],
        before: [ADOBE],
      },
    ],
    ['with a restart interval', { before: [segment(0xdd, [0xff, 0xff])] }],
    [
      'with a comment, a profile and fill bytes',
      {
        before: [segment(0xfe, [72, 105]), segment(0xe2, [1, 2, 3]), Buffer.from([0xff, 0xff])],
      },
    ],
    [
      'with the most pixels that the app sends',
      { width: 1_600, height: 1_600, sampling: [0x11, 0x11, 0x11] },
    ],
    ['with the nine million pixels of a camera', { width: 3_000, height: 3_000 }],
  ])('%s', async (_what, crafted) => {
    expect(await jpeg(crafted)).toBe('read');
  });

  test('in ten scans', async () => {
    expect(await read(progressiveJpeg({ side: 96, scans: 10 }))).toBe('read');
  });
});

describe('a JPEG is refused', () => {
  test.each<[string, number[]]>([
    ['11,ff,ff', [0x11, 0xff, 0xff]],
    ['ff,ff,ff', [0xff, 0xff, 0xff]],
    ['44,11,11', [0x44, 0x11, 0x11]],
    ['33,11,11', [0x33, 0x11, 0x11]],
    ['01,11,11', [0x01, 0x11, 0x11]],
    ['ff', [0xff]],
  ])('with the sampling factors %s', async (_what, sampling) => {
    expect(await jpeg({ sampling })).toBe('NOT_A_PICTURE');
  });

  test('because a large picture in the colors of print takes too much work', async () => {
    const sampling = [0x22, 0x11, 0x11, 0x22];
    expect(await jpeg({ width: 2_000, height: 2_000, sampling, before: [ADOBE] })).toBe(
      'TOO_MUCH_WORK',
    );
  });

  test('because it has more scans than any encoder writes, each of which goes through all pixels', async () => {
    expect(await read(progressiveJpeg({ side: 96, scans: 2_400 }))).toBe('NOT_A_PICTURE');
  });

  test.each<[string, Partial<CraftedJpeg>]>([
    ['that has a scan of one component twice', { scanned: [1, 1, 2, 3] }],
    ['that has a scan of a component that does not exist', { scanned: [1, 2, 7] }],
    [
      'whose restart interval hides what follows it',
      { before: [segment(0xdd, [0, 1, ...segment(0xfe, [1])])] },
    ],
    [
      'whose table is longer than its segment says',
      { before: [segment(0xdb, [0, ...Array.from({ length: 63 }, () => 1)])] },
    ],
    [
      'whose scan begins in the last byte of the segment before it',
      { stray: Buffer.from([0xda, 0, 8]) },
    ],
    ['that has bytes between two segments', { stray: Buffer.from([0, 0]) }],
    ['that has a line count of its own', { stray: segment(0xdc, [0, 64]) }],
    ['that is coded arithmetically', { before: [segment(0xc9, [8, 0, 64, 0, 96, 1, 1, 0x11, 0])] }],
    ['that has two frames', { before: [segment(0xc0, [8, 0, 64, 0, 96, 1, 1, 0x11, 0])] }],
    ['without pixels', { width: 0 }],
  ])('%s', async (_what, crafted) => {
    expect(await jpeg(crafted)).toBe('NOT_A_PICTURE');
  });
});

describe('a PNG', () => {
  test('is read with the most pixels that a picture may have', async () => {
    expect(await read(craftedPng(3_000, 3_000))).toBe('read');
    expect(await read(craftedPng(1_600, 1_600, 16))).toBe('read');
    expect(await read(craftedPng(1, 3_000))).toBe('read');
  });

  test('with 16 bits of each color is refused before it is decoded if it takes too much work', async () => {
    expect(await read(craftedPng(2_000, 2_000, 16))).toBe('TOO_MUCH_WORK');
  });

  test('is refused if it is one pixel wide and longer than any picture', async () => {
    expect(await read(craftedPng(1, 3_001))).toBe('TOO_LARGE');
  });
});

describe('the decoder never reads', () => {
  const SECRET = 'what the file says';
  const needs = (bytes: Buffer) => withoutMetadata(bytes).toString('latin1');

  test.each(['tEXt', 'zTXt', 'iTXt', 'iCCP', 'eXIf', 'sPLT', 'caBX'])(
    'a chunk %s of a PNG',
    async (type) => {
      const bytes = withBefore(pngOf(4, 4), 'IDAT', chunk(type, Buffer.from(`k\0\0${SECRET}`)));
      expect(needs(bytes)).not.toContain(SECRET);
      expect(needs(bytes)).not.toContain(type);
      expect(await read(bytes)).toBe('read');
    },
  );

  test('what follows the end of a picture', async () => {
    for (const bytes of [pngOf(4, 4), jpegOf(4, 4)])
      expect(needs(Buffer.concat([bytes, Buffer.from(SECRET)]))).not.toContain(SECRET);
  });

  test.each([0xe1, 0xe2, 0xed, 0xfe])('a segment %i of a JPEG', async (marker) => {
    const bytes = withSegment(jpegOf(4, 4), segment(marker, [...Buffer.from(SECRET)]));
    expect(needs(bytes)).not.toContain(SECRET);
    expect(await read(bytes)).toBe('read');
  });

  test('the EXIF data of a JPEG, except for its orientation', async () => {
    const photograph = withSegment(jpegOf(8, 4), exif({ orientation: 6, text: SECRET }));
    expect(needs(photograph)).not.toContain(SECRET);
    expect(await redraw(photograph, SIDE)).toMatchObject({ width: 4, height: 8 });
  });

  test('an EXIF directory that ends early', async () => {
    const bytes = withSegment(jpegOf(8, 4), segment(0xe1, [...Buffer.from('Exif\0\0II')]));
    expect(await redraw(bytes, SIDE)).toMatchObject({ width: 8, height: 4 });
  });
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a photo that a camera stored in orientation %i is drawn upright',
  async (orientation) => {
    // Where the red corner is stored if it is displayed at the top left.
    const [right, below] = [
      [2, 3, 7, 8],
      [3, 4, 6, 7],
    ].map((turned) => turned.includes(orientation));
    const stored = jpegOf(32, 32, (x, y) =>
      x < 16 !== right && y < 16 !== below ? [220, 20, 20] : [20, 20, 220],
    );
    const drawn = await redraw(withSegment(stored, exif({ orientation })), SIDE);
    if (typeof drawn === 'string') throw new Error(drawn);
    const { data } = decode(drawn.jpeg, { useTArray: true });
    const redAt = (x: number, y: number) => data[4 * (y * 32 + x)] ?? 0;
    expect([redAt(8, 8), redAt(24, 8), redAt(8, 24)].map((red) => red > 120)).toEqual([
      true,
      false,
      false,
    ]);
  },
);

test('uploadUserAvatar says what to do about a picture that takes too much work', async () => {
  const person = await newPerson(world);
  const picture = dataUrlOf(craftedPng(2_000, 2_000, 16));
  await expectRefused(person.uploadsPortrait(picture), 400, 'INVALID_INPUT', {
    base64Image:
      'This picture takes too long to read. Please make it smaller: 1,600 pixels on its longer side are enough.',
  });
});
