import { describe, expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { userById } from '#functions/storage/accounts/users.ts';
import { userPartition } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { dataUrlOf, exif, jpegOf, pngOf, withSegment } from '../../support/image-fixtures.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { formOf } from '../../support/profiles.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const MEDIA = 'https://replypaid.test/media/';

const someone = () => newPerson(world);
/** Saves a bio and returns the stored one. */
async function bioOf(userBio: string, person?: Person): Promise<string> {
  const author = person ?? (await someone());
  return (await author.editsProfile(formOf(author, { userBio }))).bio;
}

const image = (bytes: Uint8Array, type?: string) => `<img src="${dataUrlOf(bytes, type)}">`;
const addressesIn = (bio: string) =>
  [...bio.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src);
const stored = (address: string) => world.media.get(address.slice(MEDIA.length));

describe('a picture in the bio', () => {
  test('is stored as a JPEG on our domain, with its dimensions and description', async () => {
    const person = await someone();
    const bio = await bioOf(
      `<p>My bench</p><img alt="A bench" src="${dataUrlOf(pngOf(30, 20))}">`,
      person,
    );
    const [address = ''] = addressesIn(bio);
    expect(address).toMatch(new RegExp(`^${MEDIA}bios/${person.user.id}/[0-9A-Z]{26}\\.jpg$`));
    expect(bio).toBe(
      `<p>My bench</p><img src="${address}" alt="A bench" width="30" height="20" />`,
    );
    expect(stored(address)?.type).toBe('image/jpeg');
  });

  test('may be the whole bio, without any text', async () => {
    expect(addressesIn(await bioOf(image(pngOf(4, 4))))).toHaveLength(1);
  });

  test('is at most 1,600 pixels wide', async () => {
    expect(await bioOf(image(pngOf(1_700, 2)))).toContain('width="1600" height="2"');
  });

  test('keeps no metadata', async () => {
    const photograph = withSegment(jpegOf(8, 8), exif({ orientation: 1, text: 'GPS 45.8150N' }));
    const html = Buffer.concat([photograph, Buffer.from('<script>alert(1)</script>')]);
    const [address = ''] = addressesIn(await bioOf(image(html, 'image/jpeg')));
    const body = Buffer.from(stored(address)?.body ?? '');
    expect(jpeg.decode(body).width).toBe(8);
    expect(body.includes('GPS') || body.includes('script')).toBe(false);
  });

  test('stays unchanged when it is already stored for the person, with the text around it', async () => {
    const person = await someone();
    const first = await bioOf(image(pngOf(4, 4)), person);
    const [address = ''] = addressesIn(first);
    const second = await bioOf(
      `<p>New words</p><img src="${address}" alt="new" width="9999" onerror="x()">`,
      person,
    );
    expect(second).toBe(`<p>New words</p><img src="${address}" alt="new" width="4" height="4" />`);
    expect(stored(address)).toBeDefined();
  });

  test('is deleted once the bio no longer contains it', async () => {
    const person = await someone();
    const [first = '', second = ''] = addressesIn(
      await bioOf(image(pngOf(4, 4)) + image(jpegOf(4, 4)), person),
    );
    await bioOf(`<p>One left</p><img src="${second}">`, person);
    expect(stored(first)).toBeUndefined();
    expect(stored(second)).toBeDefined();
    expect(await bioOf(`<p>Back?</p><img src="${first}">`, person)).toBe('<p>Back?</p>');
  });

  test('with another origin is removed, so that no profile reveals who viewed it', async () => {
    const neighbour = await someone();
    const [theirs = ''] = addressesIn(await bioOf(image(pngOf(4, 4)), neighbour));
    for (const src of [
      'https://example.com/pixel.gif',
      '//example.com/pixel.gif',
      '/media/portraits/ada.webp',
      `${MEDIA}portraits/ada.webp`,
      theirs,
      'picture:0',
      'data:image/svg+xml;base64,PHN2Zy8+',
      'data:image/webp;base64,UklGRg==',
      'blob:https://replypaid.test/1',
      '',
    ])
      expect(await bioOf(`<p>Look</p><img src="${src}" srcset="${src} 2x">`)).toBe('<p>Look</p>');
    expect(stored(theirs)).toBeDefined();
  });

  test('that is written as text stays text', async () => {
    expect(await bioOf('<p>&lt;img src="picture:0" alt="" /&gt;</p>')).toBe(
      '<p>&lt;img src="picture:0" alt="" /&gt;</p>',
    );
  });

  test('cannot be injected through an alt text', async () => {
    const bio = await bioOf(
      `<img src="${dataUrlOf(pngOf(4, 4))}" alt='" onerror="x()" <script>$1'>`,
    );
    expect(bio).toMatch(/alt="&quot; onerror=&quot;x\(\)&quot; &lt;script&gt;\$1" width="4"/);
  });

  test('is refused if there are more than four, and none is stored', async () => {
    const userBio = image(pngOf(4, 4)).repeat(5);
    const person = await someone();
    await expectRefused(person.editsProfile(formOf(person, { userBio })), 400, 'INVALID_INPUT', {
      userBio: 'Your bio can have at most 4 pictures',
    });
    expect(addressesIn(await bioOf(image(pngOf(4, 4)).repeat(4)))).toHaveLength(4);
  });

  test('that is no image, is truncated or is too large is refused with the reason', async () => {
    const no = { userBio: 'This isn’t a PNG or JPEG picture' };
    const large = {
      userBio: 'A picture is too large. It can have at most 1 MB and 3,000 pixels on each side.',
    };
    const expectNot = async (userBio: string, fields: object) => {
      const person = await someone();
      const saving = person.editsProfile(formOf(person, { userBio }));
      await expectRefused(saving, 400, 'INVALID_INPUT', fields);
    };
    await expectNot(image(Buffer.from('<svg onload="alert(1)"/>')), no);
    await expectNot(image(Buffer.from('GIF89a')), no);
    await expectNot(image(jpegOf(64, 64).subarray(0, 300)), no);
    await expectNot(image(Buffer.alloc(1_000_100)), large);
    await expectNot(image(pngOf(3_001, 1)), large);
    await expectNot(image(Buffer.alloc(660_000)).repeat(4), {
      userBio: 'These pictures are too large together. Please leave one out or use smaller ones.',
    });
  });

  test('is not stored when the profile is refused', async () => {
    const [person, other] = [await someone(), await someone()];
    const form = { username: other.user.username, userBio: image(pngOf(4, 4)) };
    const refused = await responseTo(person.editsProfile(formOf(person, form)));
    expect(refused.body.status).toBe('USERNAME_TAKEN');
    expect((await userById(table, person.user.id, world.now()))?.bio).toBe('');
  });

  test.each([
    [
      'the name is taken',
      'USERNAME_TAKEN',
      (_: Person, other: Person, username: string) =>
        other.editsProfile(formOf(other, { username })),
    ],
    ['the session ends', 'UNAUTHENTICATED', (person: Person) => person.calls('signOut')],
  ])(
    'is deleted again when the profile is refused because %s meanwhile',
    async (_, status, meanwhile) => {
      const [person, other] = [await someone(), await someone()];
      const username = `${person.user.username}.b`;
      const answer = await world.overtaken(
        () =>
          responseTo(
            person.editsProfile(formOf(person, { username, userBio: image(pngOf(4, 4)) })),
          ),
        { at: userPartition(person.user.id), by: () => meanwhile(person, other, username) },
      );
      expect(answer.body.status).toBe(status);
      expect(world.media.keysWith(`bios/${person.user.id}/`)).toEqual([]);
    },
  );

  test('that two concurrent calls save is stored once, and the other file is deleted', async () => {
    const person = await someone();
    const bios = await Promise.all([1, 2].map(() => bioOf(image(pngOf(4, 4)), person)));
    const [now = ''] = addressesIn((await userById(table, person.user.id, world.now()))?.bio ?? '');
    const left = bios.flatMap(addressesIn).filter((address) => stored(address) !== undefined);
    expect(left).toEqual([now]);
  });
});

const isStored = (address: string) =>
  world.media.get(new URL(address).pathname.slice('/media/'.length)) !== undefined;

const picture = (side: number) => dataUrlOf(pngOf(side, side));

const upload = (person: Person, side: number): Promise<unknown> =>
  person.uploadsPortrait(picture(side));

const saveBio = (person: Person, side: number): Promise<unknown> =>
  person.editsProfile(formOf(person, { userBio: `<p>${side}</p><img src="${picture(side)}">` }));

/** Returns every picture that the person's profile shows. */
async function shown({ user }: Person): Promise<string[]> {
  const account = await userById(table, user.id, world.now());
  const inBio = [...(account?.bio ?? '').matchAll(/src="([^"]+)"/g)].map(([, src = '']) => src);
  return [...(account?.avatarUrl ? [account.avatarUrl] : []), ...inBio];
}

test.each([
  ['a picture', upload],
  ['a bio with a picture', saveBio],
] as const)(
  'after a crash at any effect, the profile shows %s, either the old or the new one',
  async (_what, save) => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const person = await newPerson(world);
      await save(person, 4);
      await crash(() => save(person, 9));
      expect((await shown(person)).map(isStored)).toEqual([true]);
      await save(person, 9);
      expect((await shown(person)).map(isStored)).toEqual([true]);
    });
  },
);
