import { expect, test } from '@jest/globals';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { dataUrlOf, pngOf } from '../../support/image-fixtures.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { formOf } from '../../support/profiles.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Crashes while pictures are saved or removed: the process stops before or after each effect in turn. A profile never
 * shows a missing picture.
 */

const world = worldOfFile();

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

test('after a crash of a removal at any effect, the profile shows the portrait or none, and a repetition deletes it', async () => {
  const effects = await world.crashingAtEveryWrite(async ({ crash }) => {
    const person = await newPerson(world);
    await upload(person, 4);
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
