import { expect, test } from '@jest/globals';
import { handler as updateUserProfile } from '#functions/profiles/updateUserProfile.ts';
import { handler as uploadUserAvatar } from '#functions/profiles/uploadUserAvatar.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { call } from '../../support/call.ts';
import { crashAtEveryEffect, interceptEffects } from '../../support/crash.ts';
import { dataUrlOf, pngOf } from '../../support/image-fixtures.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Crashes while pictures are saved or removed: the process stops before or after each effect in turn. A profile never
 * shows a missing picture.
 */

interceptEffects();
const world = worldOfFile();

const isStored = (address: string) =>
  world.media.get(new URL(address).pathname.slice('/media/'.length)) !== undefined;
const picture = (side: number) => dataUrlOf(pngOf(side, side));

const upload = ({ token }: Person, side: number) =>
  call(uploadUserAvatar, { base64Image: picture(side) }, { token });
const saveBio = ({ user, token }: Person, side: number) =>
  call(
    updateUserProfile,
    {
      username: user.username,
      userFullName: user.fullName,
      userBio: `<p>${side}</p><img src="${picture(side)}">`,
      categoryId: 'CATEGORY_01',
      subCategoryId: 'CATEGORY_01_02',
    },
    { token },
  );

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
    await crashAtEveryEffect(async (kill) => {
      const person = await newPerson(world);
      expect((await save(person, 4)).http).toBe(200);
      await kill(() => save(person, 9));
      expect((await shown(person)).map(isStored)).toEqual([true]);
      expect((await save(person, 9)).http).toBe(200);
      expect((await shown(person)).map(isStored)).toEqual([true]);
    });
  },
);

test('after a crash of a removal at any effect, the profile shows the portrait or none, and a repetition deletes it', async () => {
  const effects = await crashAtEveryEffect(async (kill) => {
    const person = await newPerson(world);
    await upload(person, 4);
    const [address = ''] = await shown(person);
    expect(isStored(address)).toBe(true);
    const remove = () => responseTo(person.calls('removeUserAvatar'));
    await kill(remove);
    expect((await shown(person)).every(isStored)).toBe(true);
    expect(await remove()).toMatchObject({ http: 200 });
    expect(await shown(person)).toEqual([]);
    expect(isStored(address)).toBe(false);
  });
  // The address in the account, and the file.
  expect(effects).toBeGreaterThanOrEqual(2);
});
