import { expect, test } from '@jest/globals';
import { handler as refreshToken } from '#functions/auth/refreshToken.ts';
import { handler as updateUserProfile } from '#functions/profiles/updateUserProfile.ts';
import { holderOfUsername, userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { SECOND } from '#shared/time.ts';
import { call } from '../../support/call.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const rename = ({ user, token }: Person, username: string) =>
  call(
    updateUserProfile,
    {
      username,
      userFullName: user.fullName,
      userBio: '',
      categoryId: 'CATEGORY_01',
      subCategoryId: 'CATEGORY_01_02',
    },
    { token },
  );

/** Checks that both names and the session agree. Returns whether the person has the new name. */
async function expectWhole({ user, refreshToken: token }: Person, name: string): Promise<boolean> {
  const now = world.now();
  const renamed = (await userById(table, user.id, now))?.username === name;
  expect((await holderOfUsername(table, name, now))?.userId).toBe(renamed ? user.id : undefined);
  const former = await holderOfUsername(table, user.username, now);
  expect([former?.userId, former?.signpost]).toEqual([user.id, renamed ? true : undefined]);
  expect((await call(refreshToken, {}, { token })).http).toBe(renamed ? 401 : 200);
  return renamed;
}

test('after a crash at any effect, the username has changed completely with all sessions ended, or not at all', async () => {
  let names = 0;
  await world.crashingAtEveryWrite(async ({ crash }) => {
    names += 1;
    const [person, name] = [await newPerson(world), `crashed_${names}`];
    world.advance(SECOND);
    const lived = await crash(() => rename(person, name));
    const renamed = await expectWhole(person, name);
    if (lived) expect(renamed).toBe(true);
  });
});
