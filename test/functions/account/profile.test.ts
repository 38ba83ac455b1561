import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { handler as checkUser } from '../../../functions/account/checkUser.ts';
import { handler as updateUserProfile } from '../../../functions/account/updateUserProfile.ts';
import { handler as viewUserProfile } from '../../../functions/account/viewUserProfile.ts';
import { table } from '../../../functions/storage/table.ts';
import { saveCard, userById } from '../../../functions/storage/users.ts';
import { type Answer, call } from '../../support/call.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { dataUrlOf, exif, jpegOf, pngOf, withSegment } from '../../support/pictures.ts';
import { startWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const MEDIA = 'https://replypaid.test/media/';

type Form = Partial<
  Record<'username' | 'userFullName' | 'userBio' | 'categoryId' | 'subCategoryId', string>
>;
const save = ({ user, token }: Pick<Person, 'user' | 'token'>, form: Form = {}) =>
  call(
    updateUserProfile,
    {
      ...{ username: user.username, userFullName: user.fullName, userBio: '' },
      ...{ categoryId: 'CATEGORY_07', subCategoryId: 'CATEGORY_07_01' },
      ...form,
    },
    { token },
  );
const someone = () => newPerson(world);
/** What a bio becomes. */
const bioOf = async (userBio: string, person?: Person): Promise<string> => {
  const answer = await save(person ?? (await someone()), { userBio });
  expect(answer.body.message).toBeUndefined();
  return answer.body.data[0].bio;
};

const image = (bytes: Uint8Array, type?: string) => `<img src="${dataUrlOf(bytes, type)}">`;
const addressesIn = (bio: string) =>
  [...bio.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src);
const stored = (address: string) => world.media.get(address.slice(MEDIA.length));

function expectRefused({ http, body }: Answer, fields: Record<string, string>) {
  expect(http).toBe(400);
  expect(body).toMatchObject({ status: 'INVALID_INPUT' });
  expect(body.fields).toEqual(fields);
}

describe('who may', () => {
  test('nobody without an account', async () => {
    const { user } = await someone();
    expect((await save({ user, token: '' })).http).toBe(401);
  });

  test('nobody whose phone is not confirmed', async () => {
    const answer = await save(await newPerson(world, { verified: false }));
    expect([answer.http, answer.body.status]).toEqual([403, 'UNVERIFIED']);
  });

  test('everybody changes themselves and nobody else', async () => {
    const [one, other] = [await someone(), await someone()];
    expect((await save(one, { userFullName: 'Only My Name' })).http).toBe(200);
    expect((await userById(table, other.user.id, world.now()))?.fullName).toBe(other.user.fullName);
  });
});

describe('a profile', () => {
  test('is what was saved, for its person and for everybody', async () => {
    const person = await someone();
    const answer = await save(person, {
      userFullName: '  Ada   Lovelace ',
      userBio: '<p>I count.</p>',
    });
    const expected = {
      id: person.user.id,
      username: person.user.username,
      fullName: 'Ada Lovelace',
      bio: '<p>I count.</p>',
      categoryId: 'CATEGORY_07',
      categoryName: 'Legal & Compliance',
      subCategoryId: 'CATEGORY_07_01',
      subCategoryName: 'Immigration Law',
    };
    expect(answer.body.data[0]).toMatchObject(expected);
    const own = await call(checkUser, {}, { method: 'GET', token: person.token });
    expect(own.body.data[0]).toMatchObject(expected);
    const seen = await call(viewUserProfile, { id: person.user.id }, { method: 'GET' });
    expect(seen.body.data[0]).toMatchObject(expected);
  });

  test('says what is missing at each field, in the words of the screen', async () => {
    const { token } = await someone();
    expectRefused(await call(updateUserProfile, {}, { token }), {
      username: 'Please enter your username',
      userFullName: 'Please enter your full name',
      userBio: 'Please enter a text',
      categoryId: 'Please select a category',
      subCategoryId: 'Please select a sub category',
    });
  });

  test.each<[Form, Record<string, string>]>([
    [{ userFullName: ' ' }, { userFullName: 'Please enter your full name' }],
    [{ userFullName: 'Ada' }, { userFullName: 'Your full name must be at least 5 characters' }],
    [{ username: '' }, { username: 'Please enter your username' }],
    [{ username: 'ab' }, { username: 'Your username must be at least 3 characters' }],
    [
      { username: '.ada' },
      { username: 'A username has letters, digits, underscores and dots only' },
    ],
    [{ categoryId: '' }, { categoryId: 'Please select a category' }],
    [{ categoryId: 'CATEGORY_13' }, { categoryId: 'Please select a category' }],
    [{ subCategoryId: '' }, { subCategoryId: 'Please select a sub category' }],
    [{ subCategoryId: 'CATEGORY_01_01' }, { subCategoryId: 'Please select a sub category' }],
    [{ subCategoryId: 'CATEGORY_07_99' }, { subCategoryId: 'Please select a sub category' }],
  ])('refuses %j', async (form, fields) => {
    expectRefused(await save(await someone(), form), fields);
  });

  test('saved in two windows at once is the one or the other as a whole', async () => {
    const person = await someone();
    const forms = ['First', 'Other'].map((word) => ({
      userFullName: `${word} Window`,
      userBio: `<p>${word} words</p>`,
    }));
    const answers = await Promise.all(forms.map((form) => save(person, form)));
    expect(answers.map(({ http }) => http)).toEqual([200, 200]);
    const user = await userById(table, person.user.id, world.now());
    expect(forms).toContainEqual({ userFullName: user?.fullName, userBio: user?.bio });
  });
});

describe('the Verified Account badge', () => {
  const trusted = () =>
    newPerson(world, { licenseId: 'STARTER', trusted: true, fullName: 'Ana Marković' });
  const isTrusted = async ({ user }: Person) =>
    (await userById(table, user.id, world.now()))?.trusted;

  test('goes with the name that is on the card, and does not come back with it', async () => {
    const person = await trusted();
    await save(person, { userFullName: 'Somebody Famous' });
    expect(await isTrusted(person)).toBe(false);
    await save(person, { userFullName: 'Ana Marković' });
    expect(await isTrusted(person)).toBe(false);
  });

  test('stays with a name that only differs as cards print it', async () => {
    const person = await trusted();
    await save(person, { userFullName: 'Ana Markovic', userBio: '<p>New words</p>' });
    expect(await isTrusted(person)).toBe(true);
  });

  test('stays with the name that was kept of the card', async () => {
    const person = await trusted();
    await saveCard(table, person.user.id, {
      id: 'pm_1',
      brand: 'visa',
      lastFour: '4242',
      name: 'ANA M MARKOVIC',
    });
    await save(person, { userFullName: 'Ana M Marković' });
    expect(await isTrusted(person)).toBe(true);
  });
});

describe('the bio', () => {
  test('keeps the marks of the editor', async () => {
    const html =
      '<p>One <strong>two</strong> <em>three</em> <u>four</u> <s>five</s><br />six</p><ul><li>a</li></ul><ol><li>b</li></ol>';
    expect(await bioOf(html)).toBe(html);
  });

  test('leads to the open web, and says that it is not our word', async () => {
    expect(await bioOf('<p><a href="https://example.com/a">a</a></p>')).toBe(
      '<p><a href="https://example.com/a" rel="ugc nofollow noopener" target="_blank">a</a></p>',
    );
    for (const href of [
      'mailto:a@example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      '//example.com',
      'JaVaScRiPt:x',
    ])
      expect(await bioOf(`<p><a href="${href}">a</a></p>`)).toBe(
        '<p><a rel="ugc nofollow noopener" target="_blank">a</a></p>',
      );
  });

  test('drops what could run, follow or disguise', async () => {
    expect(
      await bioOf(
        '<h1>Hello</h1><script>alert(1)</script><p onclick="x()" style="position:fixed" class="y">you</p><iframe src="https://example.com"></iframe><svg onload="x()"></svg><form><input></form>',
      ),
    ).toBe('<p>Hello</p><p>you</p>');
  });

  test('that says nothing is empty', async () => {
    for (const html of ['', '<p></p>', '<p> <br></p>', '<p>\u200b</p>'])
      expect(await bioOf(html)).toBe('');
  });

  test('can have 2,000 characters, whatever marks they carry', async () => {
    const long = `<p>${'<strong>a</strong>b'.repeat(900)}</p>`;
    expect((await bioOf(long)) === long).toBe(true);
    for (const userBio of [
      `<p>${'a'.repeat(2_001)}</p>`,
      '<p></p>'.repeat(3_000),
      '&'.repeat(15_000),
    ])
      expectRefused(await save(await someone(), { userBio }), {
        userBio: 'Your bio can have at most 2,000 characters',
      });
  });
});

describe('a picture in the bio', () => {
  test('is stored as a JPEG of ours, with its measures and its description', async () => {
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

  test('alone is a bio', async () => {
    expect(addressesIn(await bioOf(image(pngOf(4, 4))))).toHaveLength(1);
  });

  test('is at most 1,600 pixels wide', async () => {
    expect(await bioOf(image(pngOf(1_700, 2)))).toContain('width="1600" height="2"');
  });

  test('says no more than its pixels', async () => {
    const photograph = withSegment(jpegOf(8, 8), exif({ orientation: 1, text: 'GPS 45.8150N' }));
    const html = Buffer.concat([photograph, Buffer.from('<script>alert(1)</script>')]);
    const [address = ''] = addressesIn(await bioOf(image(html, 'image/jpeg')));
    const body = Buffer.from(stored(address)?.body ?? '');
    expect(jpeg.decode(body).width).toBe(8);
    expect(body.includes('GPS') || body.includes('script')).toBe(false);
  });

  test('that is the person’s own stays as it is, with what is written around it', async () => {
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

  test('is gone once the bio does not show it', async () => {
    const person = await someone();
    const [first = '', second = ''] = addressesIn(
      await bioOf(image(pngOf(4, 4)) + image(jpegOf(4, 4)), person),
    );
    await bioOf(`<p>One left</p><img src="${second}">`, person);
    expect(stored(first)).toBeUndefined();
    expect(stored(second)).toBeDefined();
    expect(await bioOf(`<p>Back?</p><img src="${first}">`, person)).toBe('<p>Back?</p>');
  });

  test('from anywhere else is left out: no profile tells who looked at it', async () => {
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

  test('that is text of a person stays text', async () => {
    expect(await bioOf('<p>&lt;img src="picture:0" alt="" /&gt;</p>')).toBe(
      '<p>&lt;img src="picture:0" alt="" /&gt;</p>',
    );
  });

  test('cannot be made of an alt text', async () => {
    const bio = await bioOf(
      `<img src="${dataUrlOf(pngOf(4, 4))}" alt='" onerror="x()" <script>$1'>`,
    );
    expect(bio).toMatch(/alt="&quot; onerror=&quot;x\(\)&quot; &lt;script&gt;\$1" width="4"/);
  });

  test('is one of four at most, and none is stored when there are more', async () => {
    const userBio = image(pngOf(4, 4)).repeat(5);
    expectRefused(await save(await someone(), { userBio }), {
      userBio: 'Your bio can have at most 4 pictures',
    });
    expect(addressesIn(await bioOf(image(pngOf(4, 4)).repeat(4)))).toHaveLength(4);
  });

  test('that is none, is cut off or is too large says so', async () => {
    const no = { userBio: 'This is not a PNG or JPEG picture' };
    const large = {
      userBio: 'A picture is too large. It can have at most 1 MB and 3,000 pixels on each side.',
    };
    const tryOut = async (bytes: Uint8Array) => save(await someone(), { userBio: image(bytes) });
    expectRefused(await tryOut(Buffer.from('<svg onload="alert(1)"/>')), no);
    expectRefused(await tryOut(Buffer.from('GIF89a')), no);
    expectRefused(await tryOut(jpegOf(64, 64).subarray(0, 300)), no);
    expectRefused(await tryOut(Buffer.alloc(1_000_100)), large);
    expectRefused(await tryOut(pngOf(3_001, 1)), large);
    expectRefused(
      await save(await someone(), { userBio: image(Buffer.alloc(900_000)).repeat(4) }),
      {
        userBio: 'These pictures are too large together. Please leave one out or use smaller ones.',
      },
    );
  });

  test('does not go with a profile that was refused', async () => {
    const [person, other] = [await someone(), await someone()];
    const answer = await save(person, {
      username: other.user.username,
      userBio: image(pngOf(4, 4)),
    });
    expect(answer.body.status).toBe('USERNAME_TAKEN');
    expect((await userById(table, person.user.id, world.now()))?.bio).toBe('');
  });

  test('of two windows at once is one, and the other is not left lying', async () => {
    const person = await someone();
    const bios = await Promise.all([1, 2].map(() => bioOf(image(pngOf(4, 4)), person)));
    const [now = ''] = addressesIn((await userById(table, person.user.id, world.now()))?.bio ?? '');
    const left = bios.flatMap(addressesIn).filter((address) => stored(address) !== undefined);
    expect(left).toEqual([now]);
  });
});
