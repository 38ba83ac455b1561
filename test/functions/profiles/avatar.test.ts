import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { userById } from '#functions/storage/accounts/users.ts';
import { userKey, userPartition } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Answer } from '../../support/call.ts';
import { ordersOf } from '../../support/faults/races.ts';
import {
  chunk,
  dataUrlOf,
  exif,
  jpegOf,
  pngOf,
  withBefore,
  withSegment,
} from '../../support/image-fixtures.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const MEDIA = 'https://replypaid.test/media/';
const TOO_LARGE =
  'This picture is too large. It can have at most 2 MB and 3,000 pixels on each side.';
const NOT_A_PICTURE = 'This isn’t a PNG or JPEG picture';

const square = (side: number) => dataUrlOf(pngOf(side, side));
const uploaded = async (bytes: Uint8Array, type?: string) =>
  responseTo((await newPerson(world)).uploadsPortrait(dataUrlOf(bytes, type)));
const stored = (address: string) =>
  world.media.get(new URL(address).pathname.slice('/media/'.length));

/** Uploads a picture and returns the stored one. */
async function kept(bytes: Uint8Array, type?: string) {
  const { http, body } = await uploaded(bytes, type);
  expect(http).toBe(200);
  const file = stored(body.profileImageUrl);
  if (!file) throw new Error('nothing was stored');
  return { ...file, picture: jpeg.decode(file.body, { useTArray: true }) };
}

function expectRefused(answer: Answer, sentence: string) {
  expect(answer.http).toBe(400);
  expect(answer.body).toMatchObject({
    status: 'INVALID_INPUT',
    fields: { base64Image: sentence },
  });
}

test('an interlaced PNG is accepted', async () => {
  const rows = Buffer.from([0, 255, 0, 0]);
  const bytes = Buffer.concat([
    pngOf(1, 1).subarray(0, 8),
    header(1, 1, 1, 2),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  expect(PNG.sync.read(bytes).width).toBe(1);
  expect((await kept(bytes)).picture.width).toBe(1);
});

describe('an avatar', () => {
  test('is stored as a JPEG in its owner’s folder, and shown from then on', async () => {
    const person = await newPerson(world);
    const body = await person.uploadsPortrait(square(40));
    expect(body.profileImageUrl).toMatch(
      new RegExp(`^${MEDIA}avatars/${person.id}/[0-9A-Z]{26}\\.jpg$`),
    );
    expect(stored(body.profileImageUrl)?.type).toBe('image/jpeg');
    expect((await person.account()).profileImageUrl).toBe(body.profileImageUrl);
    const seen = await visitor().profileOf(person);
    expect(seen.profileImageUrl).toBe(body.profileImageUrl);
  });

  test('replaces the previous one, whose file is removed', async () => {
    const person = await newPerson(world);
    const first = (await person.uploadsPortrait(square(4))).profileImageUrl;
    const second = (await person.uploadsPortrait(square(9))).profileImageUrl;
    expect(second).not.toBe(first);
    expect(stored(first)).toBeUndefined();
    expect(jpeg.decode(stored(second)?.body ?? new Uint8Array()).width).toBe(9);
    expect(stored(second)?.cacheControl).toBe('public, max-age=300');
  });

  test('uploaded by several concurrent calls is stored as one file, at the URL in the account', async () => {
    const person = await newPerson(world);
    const sides = [3, 5, 7];
    const answers = await Promise.all(
      sides.map((side) => responseTo(person.uploadsPortrait(square(side)))),
    );
    const address = String((await person.account()).profileImageUrl);
    // An upload that another one overtook is refused.
    for (const { http } of answers) expect([200, 409]).toContain(http);
    expect(answers.map(({ body }) => body.profileImageUrl)).toContain(address);
    expect(sides).toContain(jpeg.decode(stored(address)?.body ?? new Uint8Array()).width);
  });

  test('does not touch other files in the bucket', async () => {
    const neighbour = await newPerson(world);
    const { profileImageUrl } = await neighbour.uploadsPortrait(square(4));
    const person = await newPerson(world, { avatarUrl: profileImageUrl });
    await person.uploadsPortrait(square(9));
    expect(jpeg.decode(stored(profileImageUrl)?.body ?? new Uint8Array()).width).toBe(4);
  });

  test('is at most 460 pixels on each side and keeps its proportions', async () => {
    const { picture } = await kept(pngOf(600, 300));
    expect([picture.width, picture.height]).toEqual([460, 230]);
    const small = await kept(jpegOf(20, 10), 'image/jpeg');
    expect([small.picture.width, small.picture.height]).toEqual([20, 10]);
  });

  test('keeps its colors; transparent pixels become white', async () => {
    const { picture } = await kept(
      pngOf(480, 24, (x) => (x < 240 ? [10, 60, 200, 255] : [0, 0, 0, 0])),
    );
    const colorAt = (x: number, y: number) => [
      ...picture.data.subarray(4 * (y * 460 + x), 4 * (y * 460 + x) + 3),
    ];
    for (const [index, value] of [10, 60, 200].entries())
      expect(Math.abs((colorAt(100, 10)[index] ?? 0) - value)).toBeLessThan(6);
    for (const value of colorAt(400, 10)) expect(value).toBeGreaterThan(249);
  });

  test('is decoded by its content when its declared type is wrong', async () => {
    expect((await kept(jpegOf(8, 8), 'image/png')).type).toBe('image/jpeg');
    expect((await kept(pngOf(8, 8), 'text/html')).type).toBe('image/jpeg');
  });

  test('is shown upright for any orientation of the camera', async () => {
    // The stored pixels are red on the left and blue on the right. Orientation 6 means that the left side is the
    // top.
    const sideways = jpegOf(32, 16, (x) => (x < 16 ? [220, 20, 20] : [20, 20, 220]));
    const { picture } = await kept(withSegment(sideways, exif({ orientation: 6 })));
    expect([picture.width, picture.height]).toEqual([16, 32]);
    const redAt = (y: number) => picture.data[4 * (y * 16 + 8)] ?? 0;
    expect(redAt(4)).toBeGreaterThan(150);
    expect(redAt(28)).toBeLessThan(100);
  });
});

describe('an avatar keeps only the pixels', () => {
  const HTML = Buffer.from('<script>alert(document.domain)</script>');

  test('of a PNG with HTML after its end', async () => {
    const { body } = await kept(Buffer.concat([pngOf(8, 8), HTML]));
    expect(Buffer.from(body).includes('script')).toBe(false);
  });

  test('of a JPEG with HTML after its end or in a comment', async () => {
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, HTML.length + 2]), HTML]);
    for (const bytes of [Buffer.concat([jpegOf(8, 8), HTML]), withSegment(jpegOf(8, 8), comment)]) {
      const { body } = await kept(bytes, 'image/jpeg');
      expect(Buffer.from(body).includes('script')).toBe(false);
    }
  });

  test('of a photo with a location', async () => {
    const photograph = withSegment(
      jpegOf(8, 8),
      exif({ orientation: 1, text: 'GPS 45.8150N 15.9819E' }),
    );
    expect(photograph.includes('45.8150N')).toBe(true);
    const { body } = await kept(photograph, 'image/jpeg');
    expect(Buffer.from(body).includes('45.8150N')).toBe(false);
    expect(Buffer.from(body).includes('Exif')).toBe(false);
  });

  test('of a PNG with text chunks', async () => {
    const { body } = await kept(
      withBefore(pngOf(8, 8), 'IDAT', chunk('tEXt', Buffer.from('Comment\0secret words'))),
    );
    expect(Buffer.from(body).includes('secret words')).toBe(false);
  });
});

describe('an avatar is refused when it is', () => {
  test('empty', async () => {
    const person = await newPerson(world);
    expectRefused(await responseTo(person.uploadsPortrait('')), 'Please choose a picture');
    expectRefused(await responseTo(person.calls('uploadUserAvatar')), 'Please choose a picture');
  });

  test.each([
    ['a word', 'hello'],
    ['an address', 'https://example.com/a.png'],
    ['a data URL without base64', 'data:image/png,abc'],
    ['an empty data URL', 'data:image/png;base64,'],
    ['characters that are no base64', 'data:image/png;base64,%%%%'],
  ])('%s', async (_what, base64Image) => {
    const person = await newPerson(world);
    expectRefused(await responseTo(person.uploadsPortrait(base64Image)), NOT_A_PICTURE);
  });

  test.each([
    ['a GIF', 'GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00;'],
    ['a WebP', 'RIFF\x24\x00\x00\x00WEBPVP8 '],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a bitmap', 'BM\x46\x00\x00\x00'],
  ])('%s with the type of a PNG', async (_what, text) => {
    expectRefused(await uploaded(Buffer.from(text, 'latin1')), NOT_A_PICTURE);
    expectRefused(await uploaded(Buffer.from(text, 'latin1'), 'image/jpeg'), NOT_A_PICTURE);
  });

  test('truncated at any byte', async () => {
    for (const whole of [pngOf(64, 64, noise), jpegOf(64, 64, noise)])
      for (const share of [0.01, 0.1, 0.5, 0.9, 0.99])
        expectRefused(await uploaded(whole.subarray(0, whole.length * share)), NOT_A_PICTURE);
  });

  test('corrupted, unless it can still be decoded', async () => {
    const person = await newPerson(world);
    for (let broken = 0; broken < 14; broken += 1) {
      const bytes = Buffer.from((broken % 2 === 0 ? pngOf : jpegOf)(24, 24, noise));
      for (let at = 10 + broken; at < bytes.length; at += 41) bytes[at] = (at * 31 + broken) % 256;
      expect([200, 400]).toContain(
        (await responseTo(person.uploadsPortrait(dataUrlOf(bytes)))).http,
      );
    }
  });
});

describe('an image that is too large', () => {
  test('is refused by its header before it is decompressed', async () => {
    expectRefused(await uploaded(Buffer.alloc(2_000_100)), TOO_LARGE);
  });

  test('is refused as a PNG of few bytes that would fill the memory', async () => {
    expectRefused(await uploaded(hugePng(60_000, 60_000)), TOO_LARGE);
    expectRefused(await uploaded(hugePng(3_001, 1)), TOO_LARGE);
  });

  test('is refused as a PNG whose second header is larger than its first', async () => {
    const bytes = withBefore(pngOf(4, 4), 'IDAT', header(50_000, 50_000));
    expectRefused(await uploaded(bytes), NOT_A_PICTURE);
  });

  test('is refused as a PNG that decompresses to more than its header says', async () => {
    for (const interlace of [0, 1]) {
      const bytes = Buffer.concat([
        pngOf(1, 1).subarray(0, 8),
        header(16, 16, interlace),
        chunk('IDAT', deflateSync(Buffer.alloc(200_000_000), { level: 9 })),
        chunk('IEND', Buffer.alloc(0)),
      ]);
      const before = process.memoryUsage().rss;
      const answer = await uploaded(bytes);
      expect([200, 400]).toContain(answer.http);
      expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    }
  });

  test('is refused as a JPEG whose header asks for more than its bytes hold', async () => {
    const bytes = Buffer.from(jpegOf(16, 16));
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(65_000, frame + 5);
    bytes.writeUInt16BE(65_000, frame + 7);
    expectRefused(await uploaded(bytes), TOO_LARGE);
  });

  test('is refused as a JPEG with endlessly repeated scans', async () => {
    const whole = jpegOf(16, 16);
    const scan = whole.subarray(whole.indexOf(Buffer.from([0xff, 0xda])), whole.length - 2);
    const bytes = Buffer.concat([
      whole.subarray(0, whole.length - 2),
      ...Array.from({ length: 60 }, () => scan),
      whole.subarray(-2),
    ]);
    expectRefused(await uploaded(bytes), NOT_A_PICTURE);
  });
});

function noise(x: number, y: number) {
  const value = (x * 7919 + y * 104_729) % 251;
  return [value, (value * 3) % 256, (value * 7) % 256] as const;
}

function header(width: number, height: number, interlace = 0, colorType = 6): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, colorType, 0, 0, interlace], 8);
  return chunk('IHDR', data);
}

function hugePng(width: number, height: number): Buffer {
  return Buffer.concat([
    pngOf(1, 1).subarray(0, 8),
    header(width, height),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('removeUserAvatar removes the portrait and its file, and does nothing when it is repeated', async () => {
  const person = await newPerson(world);
  const body = await person.uploadsPortrait(square(8));
  expect(stored(body.profileImageUrl)).toBeDefined();
  for (let time = 0; time < 2; time += 1) await person.removesPortrait();
  expect(stored(body.profileImageUrl)).toBeUndefined();
  expect((await visitor().profileOf(person)).profileImageUrl).toBeNull();
});

test('removeUserAvatar is refused, and keeps the portrait, if another one was uploaded meanwhile', async () => {
  const person = await newPerson(world);
  await person.uploadsPortrait(square(8));
  const newer = square(9);
  const refused = await world.overtaken(() => responseTo(person.removesPortrait()), {
    at: userPartition(person.id),
    by: () => person.uploadsPortrait(newer),
  });
  expect(refused.http).toBe(409);
  expect(refused.body).toMatchObject({
    status: 'WRONG_STATUS',
    message: 'Your picture was changed a moment ago. Please try again.',
  });
  const file = stored(String((await visitor().profileOf(person)).profileImageUrl));
  expect(jpeg.decode(file?.body ?? new Uint8Array()).width).toBe(9);
});

const picture = dataUrlOf(pngOf(4, 4));

const upload = (person: Person) => responseTo(person.uploadsPortrait(picture));

const remove = (person: Person) => responseTo(person.removesPortrait());

type Change = (person: Person) => Promise<Answer>;

const fileOf = (address: string) => new URL(address).pathname.slice('/media/'.length);

const filesOf = ({ user }: Person) => world.media.keysWith(`avatars/${user.id}/`);

const shownBy = async ({ user }: Person) =>
  (await userById(table, user.id, world.now()))?.avatarUrl;

async function personWithPortrait(): Promise<Person> {
  const person = await newPerson(world);
  await person.uploadsPortrait(picture);
  return person;
}

/** Uploads a portrait, and blocks the account just before its address is saved. */
const saveWhileBlocked = (person: Person) =>
  world.overtaken(() => upload(person), {
    at: userKey(person.user.id),
    by: () => table.write(update(userKey(person.user.id), { set: { blockedAt: world.now() } })),
  });

/** The steps of an upload: to its first effect, the former file, the new file, the account, and the file that is not needed. */
const UPLOAD = 5;

test.each([
  ['an upload and a removal', personWithPortrait, [upload, remove]],
  ['two uploads', personWithPortrait, [upload, upload]],
  ['two first uploads', () => newPerson(world), [upload, upload]],
  ['two removals', personWithPortrait, [remove, remove]],
] as const)(
  '%s that overlap end with the portrait of an upload that succeeded, or with none',
  async (_what, prepare, [first, second]) => {
    await world.racing(async ({ race }) => {
      const person = await prepare();
      const answers = await race(
        () => first(person),
        () => second(person),
      );
      expect(answers.map(({ http }) => [200, 409].includes(http))).toEqual([true, true]);
      const succeeded = answers.filter(({ http }) => http === 200);
      expect(succeeded).not.toEqual([]);
      const shown = await shownBy(person);
      expect(filesOf(person)).toEqual(shown === undefined ? [] : [fileOf(shown)]);
      const uploaded = succeeded.map(({ body }) => body.profileImageUrl);
      if (shown !== undefined) expect(uploaded).toContain(shown);
    });
  },
);

test.each([
  ['an upload', 'a removal', upload, remove],
  ['a removal', 'an upload', remove, upload],
] as const)(
  'after the process of %s stopped at any step beside %s, no missing picture is shown, and a removal removes the one that was shown',
  async (_what, _other, stops: Change, goesOn: Change) => {
    for (const steps of [1, 2, 3])
      for (const order of ordersOf(steps, UPLOAD)) {
        const person = await personWithPortrait();
        const before = await shownBy(person);
        await world.inOrder(
          order,
          () => stops(person),
          () => goesOn(person),
        );
        const shown = await shownBy(person);
        if (shown !== undefined) expect(filesOf(person)).toContain(fileOf(shown));
        await person.removesPortrait();
        expect(await shownBy(person)).toBeUndefined();
        for (const address of [before, shown])
          if (address !== undefined) expect(filesOf(person)).not.toContain(fileOf(address));
      }
  },
);

test('a portrait is not saved for an account that was blocked in the meantime', async () => {
  const person = await newPerson(world);
  expect((await saveWhileBlocked(person)).http).toBe(409);
  expect(await shownBy(person)).toBeUndefined();
  expect(filesOf(person)).toEqual([]);
});

const isStored = (address: string) =>
  world.media.get(new URL(address).pathname.slice('/media/'.length)) !== undefined;

const pictureOf = (side: number) => dataUrlOf(pngOf(side, side));

const uploadOf = (person: Person, side: number): Promise<unknown> =>
  person.uploadsPortrait(pictureOf(side));

/** Returns every picture that the person's profile shows. */
async function shown({ user }: Person): Promise<string[]> {
  const account = await userById(table, user.id, world.now());
  const inBio = [...(account?.bio ?? '').matchAll(/src="([^"]+)"/g)].map(([, src = '']) => src);
  return [...(account?.avatarUrl ? [account.avatarUrl] : []), ...inBio];
}

test('after a crash of a removal at any effect, the profile shows the portrait or none, and a repetition deletes it', async () => {
  const effects = await world.crashingAtEveryWrite(async ({ crash }) => {
    const person = await newPerson(world);
    await uploadOf(person, 4);
    const [address = ''] = await shown(person);
    expect(isStored(address)).toBe(true);
    const remove = () => person.removesPortrait();
    await crash(remove);
    expect((await shown(person)).every(isStored)).toBe(true);
    await remove();
    expect(await shown(person)).toEqual([]);
    expect(isStored(address)).toBe(false);
  });
  // The address in the account, and the file.
  expect(effects).toBeGreaterThanOrEqual(2);
});
