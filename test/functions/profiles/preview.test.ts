import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { previewSvg } from '#functions/pages/preview/draw-preview.ts';
import { handler as drawPreview } from '#functions/pages/preview.ts';
import { handler as renderPage } from '#functions/pages/render.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import { lambdaContext } from '../../support/call.ts';
import { dataUrlOf, jpegOf } from '../../support/image-fixtures.ts';
import { blockedNow, newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* The picture of a profile for link previews. docs/product/discovery.md#link-previews */

const { origin } = SETTINGS;
const world = worldOfFile();

type Response = {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
};

const ask = async (handler: unknown, path: string) =>
  (await (handler as typeof renderPage)(
    { rawPath: `/pages${path}`, headers: {} } as never,
    lambdaContext(),
  )) as Response;

/** The path of the picture that a profile page names. */
async function pictureOf({ user }: Person): Promise<string> {
  const { body } = await ask(renderPage, `/${user.username}`);
  const address = /<meta property="og:image" content="([^"]*)">/.exec(body)?.[1] ?? '';
  return address.slice(origin.length);
}

const change = ({ user }: Person, values: Partial<User>) =>
  table.write(update(userKey(user.id), { set: values }));

/** The width and height in the header of a PNG. */
function sizeOf({ body, isBase64Encoded }: Response): [number, number] {
  expect(isBase64Encoded).toBe(true);
  const png = Buffer.from(body, 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('the picture of a profile', () => {
  test('is a PNG of 1200 × 630 at an address that caches may keep', async () => {
    const person = await newPerson(world, { paidResponseCommitment: 3 });
    const picture = await ask(drawPreview, await pictureOf(person));
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400, immutable',
    });
    expect(sizeOf(picture)).toEqual([1200, 630]);
  });

  test('has another address after each change of what it shows, to which the old one redirects', async () => {
    const person = await newPerson(world, { paidResponseCommitment: 3 });
    const seen = [await pictureOf(person)];
    for (const values of [
      { paidResponsePrice: cents(4_200) },
      { fullName: 'Another Name' },
      { paidResponseCommitment: 0 },
    ]) {
      await change(person, values);
      const current = await pictureOf(person);
      expect(seen).not.toContain(current);
      expect(await ask(drawPreview, seen.at(-1) ?? '')).toMatchObject({
        statusCode: 302,
        headers: { location: current, 'cache-control': 'public, max-age=0, s-maxage=10' },
      });
      seen.push(current);
    }
    await change(person, { bio: '<p>Not in the picture.</p>' });
    expect(await pictureOf(person)).toBe(seen.at(-1));
  });

  test('shows the portrait in a circle', async () => {
    const person = await newPerson(world);
    const colorAt = ({ body }: Response, x: number, y: number) =>
      [...PNG.sync.read(Buffer.from(body, 'base64')).data.subarray(4 * (1200 * y + x))].slice(0, 3);
    const red = ([r = 0, g = 0, b = 0]: readonly number[]) => r > 180 && g < 90 && b < 90;
    expect(red(colorAt(await ask(drawPreview, await pictureOf(person)), 150, 240))).toBe(false);
    const base64Image = dataUrlOf(jpegOf(460, 460));
    const { http } = await responseTo(person.calls('uploadUserAvatar', { base64Image }));
    expect(http).toBe(200);
    const picture = await ask(drawPreview, await pictureOf(person));
    expect(picture.headers['cache-control']).toContain('immutable');
    expect(red(colorAt(picture, 150, 240))).toBe(true);
    // Outside of the round portrait.
    expect(red(colorAt(picture, 82, 112))).toBe(false);
  });

  test('is drawn without a portrait that cannot be read, and then not kept', async () => {
    const person = await newPerson(world);
    await change(person, {
      avatarUrl: `${process.env.MEDIA_URL}/avatars/${person.user.id}/${person.user.id}.jpg`,
    });
    const picture = await ask(drawPreview, await pictureOf(person));
    expect(picture.headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
    expect(sizeOf(picture)).toEqual([1200, 630]);
  });

  test('does not exist for a name that the font cannot draw, whose page names the portrait', async () => {
    const avatarUrl = `${origin}/media/avatars/x.jpg`;
    const person = await newPerson(world, { fullName: 'Мария Иванова', avatarUrl });
    expect(await pictureOf(person)).toBe('/media/avatars/x.jpg');
    const { statusCode } = await ask(drawPreview, `/preview/${person.user.username}/0.png`);
    expect(statusCode).toBe(404);
  });

  test.each(['nobody.has.this', ''])('does not exist for the name %j', async (username) => {
    expect((await ask(drawPreview, `/preview/${username}/0.png`)).statusCode).toBe(404);
  });

  test('does not exist any more for a blocked account', async () => {
    const person = await newPerson(world);
    const path = await pictureOf(person);
    await blockedNow(world, person);
    expect((await ask(drawPreview, path)).statusCode).toBe(404);
  });
});

describe('the drawing', () => {
  const shown = {
    username: 'ana',
    fullName: 'Ana <b>&amp;',
    profileImageUrl: null,
    paidResponsePrice: cents(2_550),
    paidResponseCommitment: 1,
    subCategoryName: 'Taxes',
  };

  test('escapes what people typed', () => {
    expect(previewSvg(shown, undefined)).toContain('Ana &lt;b&gt;&amp;amp;');
  });

  test('has the price on a stamp, and no stamp if the person takes no messages', () => {
    expect(previewSvg(shown, undefined)).toContain('>$25.50</text>');
    const silent = previewSvg({ ...shown, paidResponseCommitment: 0 }, undefined);
    expect(silent).not.toContain('PER ANSWER');
  });

  test('breaks a long name into two lines', () => {
    const fullName = 'Bartholomew Featherstonehaugh Cholmondeley the First';
    const svg = previewSvg({ ...shown, fullName }, undefined);
    expect(svg).toContain('>Bartholomew</text>');
    expect(svg).toContain('>Featherstonehaugh…</text>');
  });
});
